"""The server of `make lab`: it sends the kernel's messages at once, and shows stored pictures where there is no kernel.

By default the network waits to join small messages (Nagle's algorithm), which halves the number of frames while a
slider is dragged. And where a notebook is opened again without its kernel, JupyterLab would show "model not found" in
place of each figure.
"""

from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A kernel's websocket without Nagle's algorithm."""

    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


class StoredPictures(AsyncLargeFileManager):
    """The files; a notebook without a kernel is opened without its widgets, so that their pictures are shown.

    A notebook that stores the state of its widgets keeps them, because JupyterLab can show them.
    """

    async def get(self, path, content=True, **options):
        model = await super().get(path, content=content, **options)
        if content and model["type"] == "notebook" and "widgets" not in model["content"]["metadata"]:
            sessions = await self.parent.session_manager.list_sessions()
            if path.strip("/") not in {session["path"] for session in sessions}:
                for cell in model["content"]["cells"]:
                    for output in cell.get("outputs", []):
                        output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
        return model


config = get_config()  # noqa: F821  Jupyter provides it
config.ServerApp.kernel_websocket_connection_class = PromptConnection
config.ServerApp.contents_manager_class = StoredPictures
config.KernelManager.transport_encryption = "auto"  # no warning for each kernel that its connection is not encrypted
