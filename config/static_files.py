"""Static files from the web process itself, so that no second server is needed."""

from contextlib import closing

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]
from whitenoise.responders import StaticFile  # type: ignore[import-untyped]


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc] # WhiteNoise has no types
    """WhiteNoise for ASGI: it answers with a file to stream, which Django there reads whole, warns about and leaves open."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        answer = HttpResponse(status=int(found.status))
        del answer["Content-Type"]  # WhiteNoise says it better, or says nothing
        for name, value in found.headers:
            answer[name] = value
        if found.file is not None:
            with closing(found.file) as file:
                answer.content = file.read()  # ours are small: the largest is htmx, 37 KB
        return answer
