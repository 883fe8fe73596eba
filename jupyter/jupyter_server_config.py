"""The server of `make lab`: it sends the kernel's messages at once.

By default the network waits to join small messages (Nagle's algorithm), which halves the number of frames while a
slider is dragged.
"""

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A kernel's websocket without Nagle's algorithm."""

    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


config = get_config()  # noqa: F821  Jupyter provides it
config.ServerApp.kernel_websocket_connection_class = PromptConnection
config.KernelManager.transport_encryption = "auto"  # no warning for each kernel that its connection is not encrypted
