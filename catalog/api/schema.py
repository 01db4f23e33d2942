"""What the OpenAPI schema can't know by itself. Apart, because the schema's library needs the settings' classes first."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from catalog.api.authentication import TokenAuthentication


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """An API token is an HTTP bearer."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """Of OpenAPI's security scheme object."""
        del auto_schema
        return {"type": "http", "scheme": "bearer", "description": "An API token; `manage.py token` makes one."}
