"""The server of `make lab` and `make lecture` sends what the kernel says at once.

Otherwise the network waits for more to send, and half as many pictures follow a slider that is dragged.
"""

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A kernel's websocket without Nagle's delay."""

    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


get_config().ServerApp.kernel_websocket_connection_class = PromptConnection  # noqa: F821  Jupyter provides it
