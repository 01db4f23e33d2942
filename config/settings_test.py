"""The product's settings with what tests need: a cluster of their own, no connection pool, fast passwords."""

import os

from config.env import BASE_DIR

os.environ.setdefault("VAR_DIR", str(BASE_DIR / "var" / "test"))  # before the settings are read: never the demo's data

from config.settings import *  # noqa: F403 - a settings module extends another by its names
from config.settings import DATABASES

DATABASES["default"]["TEST"] = {"NAME": f"test_shortlist_{os.getpid()}"}  # two runs at once don't meet
DATABASES["default"]["OPTIONS"].pop("pool", None)  # a pooled connection would outlive the test database
DATABASES["default"]["CONN_HEALTH_CHECKS"] = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WHITENOISE_AUTOREFRESH = True
