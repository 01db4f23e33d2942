"""uvicorn's HTTP, but for how a connection ends when the server is told to stop: what a client had sent by then is answered."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

GRACE = 0.25  # seconds in which a request that is on its way to an idle connection may still come in


class DrainingProtocol(HttpToolsProtocol):
    """uvicorn closes idle connections at once, and with them requests that wait in the socket, unread."""

    _is_ending = False

    def shutdown(self) -> None:
        self._is_ending = True
        if self._is_idle:
            self.loop.call_later(GRACE, self._close_if_idle)
        else:
            super().shutdown()

    def on_headers_complete(self) -> Any:
        super().on_headers_complete()
        if self._is_ending and self.cycle is not None:
            self.cycle.keep_alive = False  # the answer says so: no further request comes on this connection

    @property
    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _close_if_idle(self) -> None:
        if self._is_idle:
            self.transport.close()
