from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from catalog.errors import ShortlistError
from catalog.models import ApiToken
from catalog.tools.audit import Person, person_named
from catalog.tools.tokens import make_token, revoke_token


class Command(BaseCommand):
    help = "Makes an API token and shows it, once; lists tokens; revokes one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="who or what will hold it")
        parser.add_argument(
            "--scope", action="append", default=[], dest="scopes", help="label:NAME, read:drafts or metrics; repeatable"
        )
        parser.add_argument("--days", type=int, help="how long it is valid; without, until it is revoked")
        parser.add_argument("--as", dest="username", default="", metavar="USER", help="whom the audit names")
        parser.add_argument("--list", action="store_true", dest="is_list", help="show the tokens there are")
        parser.add_argument("--revoke", type=int, metavar="ID", help="the token's number in the list")

    def handle(
        self,
        *args: Any,
        name: str,
        scopes: list[str],
        days: int | None,
        username: str,
        is_list: bool,
        revoke: int | None,
        **_: Any,
    ) -> None:
        try:
            if is_list:
                self._list()
            elif revoke is not None:
                self._revoke(revoke, person_named(username))
            else:
                self._make(name, scopes, days, person_named(username))
        except ShortlistError as error:
            raise CommandError(str(error)) from error

    def _make(self, name: str, scopes: list[str], days: int | None, user: Person) -> None:
        if not name:
            raise CommandError(
                "Say who or what will hold the token, e.g. “manage.py token staging --scope label:candidate”."
            )
        expires_at = timezone.now() + timedelta(days=days) if days is not None else None
        made = make_token(name=name, scopes=scopes, user=user, expires_at=expires_at)
        self.stdout.write(made.secret)
        self.stderr.write("This is the only time that the token is shown.")

    def _list(self) -> None:
        for token in ApiToken.objects.all():
            state = "valid" if token.is_valid else "revoked" if token.revoked_at else "expired"
            used = f"used {token.last_used_at:%Y-%m-%d}" if token.last_used_at else "never used"
            self.stdout.write(f"{token.pk}  {token}  {', '.join(token.scopes)}  {state}, {used}")

    def _revoke(self, number: int, user: Person) -> None:
        token = ApiToken.objects.filter(pk=number).first()
        if token is None:
            raise CommandError(f"There is no token {number}: “manage.py token --list” shows those there are.")
        revoke_token(token=token, user=user)
        self.stdout.write(f"{token} opens nothing any more.")
