"""The product's settings with what tests need: no connection pool, fast passwords."""

from config.settings import *  # noqa: F403 - a settings module extends another by its names
from config.settings import DATABASES

DATABASES["default"]["OPTIONS"].pop("pool", None)  # a pooled connection would outlive the test database
DATABASES["default"]["CONN_HEALTH_CHECKS"] = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WHITENOISE_AUTOREFRESH = True
