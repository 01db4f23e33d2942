"""Django's settings. What a deployment may change is in `config/env.py`; everything else is decided here."""

from urllib.parse import urlsplit

from django.utils.csp import CSP

from config.database import database_settings
from config.env import BASE_DIR, read_environment
from config.secrets import secret_key

ENV = read_environment()

DEBUG = ENV.debug
SECRET_KEY = ENV.secret_key or secret_key(ENV.var_dir)
VAR_DIR = ENV.var_dir
PUBLIC_URL = ENV.address
IS_PUBLIC = bool(ENV.public_url)
SANDBOX_ORIGIN = ENV.sandbox_origin or (
    "" if IS_PUBLIC else f"http://127.0.0.1:{ENV.port}"
)  # localhost and 127.0.0.1 are two origins of one server
_IN_PRODUCTION = bool(ENV.public_url and ENV.database_url)
FEEDS_ALLOW_LOOPBACK = not _IN_PRODUCTION if ENV.feeds_allow_loopback is None else ENV.feeds_allow_loopback
PREVIEW_PUBLIC = ENV.preview_public
WIDGET_METADATA = ENV.widget_metadata
WIDGET_DOMAINS = ENV.widget_domains
CATALOGUE_APPROVAL = ENV.catalogue_approval
LOG_FREE_TEXT = ENV.log_free_text
LOAD_DEMO = ENV.load_demo

_LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = [
    host
    for host in [urlsplit(PUBLIC_URL).hostname, urlsplit(SANDBOX_ORIGIN).hostname, *ENV.allowed_hosts, *_LOCAL_HOSTS]
    if host
]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

INSTALLED_APPS = [
    "config",
    "catalog",
    "mcp_bridge",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.static_files.StaticFilesMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "mcp_bridge.preview.context.board",
            ],
            "builtins": ["django.templatetags.static"],
        },
    }
]

DATABASES = {"default": database_settings(ENV)}
CELERY_BROKER_URL = ENV.celery_broker_url  # the rest of Celery's settings: config/celery.py
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "admin:login"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PUBLIC_URL.startswith("https://")
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_HSTS_SECONDS = 30 * 24 * 60 * 60 if PUBLIC_URL.startswith("https://") else 0  # of this name alone
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PUBLIC_URL.startswith("https://") else None
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-src": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
}

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True  # one command, no collectstatic; production may collect and let a proxy serve
WHITENOISE_AUTOREFRESH = DEBUG

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "catalog.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["catalog.api.throttle.StrangerThrottle", "catalog.api.throttle.PersonThrottle"],
    "DEFAULT_THROTTLE_RATES": {"anon": "600/min", "user": "1200/min"},
    "EXCEPTION_HANDLER": "catalog.api.errors.answer_error",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Shortlist API",
    "DESCRIPTION": "The board's listings, its tools, and the catalogue that words them: drafts, releases, labels.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "httpx2": {"level": "WARNING"},
        "mcp": {"level": "WARNING"},
        "django.server": {"level": "WARNING"},
    },
}
