from datetime import timedelta

from django.db import models
from django.utils import timezone

SILENT_AFTER = timedelta(minutes=5)  # beats come each minute; a worker that reads a large feed may be late for some


class Heartbeat(models.Model):
    """When beat's tick last went through a worker: one row, so that anybody who reaches the database can tell."""

    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_heartbeat")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"

    @classmethod
    def beat(cls) -> None:
        cls.objects.update_or_create(pk=1, defaults={"at": timezone.now()})

    @classmethod
    def age(cls) -> timedelta | None:
        """Since the last one; None where none has ever come."""
        row = cls.objects.first()
        return timezone.now() - row.at if row else None

    @classmethod
    def silence(cls) -> str:
        """What is wrong, in a sentence; empty while beats come."""
        age = cls.age()
        if age is None:
            return "No worker has been heard of yet: feeds are not refreshed. Start “celery worker” and “celery beat”."
        if age > SILENT_AFTER:
            minutes = age // timedelta(minutes=1)
            return (
                f"No worker has been heard of for {minutes} minutes: feeds are not refreshed. Look at worker and beat."
            )
        return ""
