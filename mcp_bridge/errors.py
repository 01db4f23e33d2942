"""The errors of the bridge: each says what happened and what can be done next."""

from catalog.errors import ShortlistError


class UnknownToolError(ShortlistError):
    """No tool of this name in the release: a protocol error, not a result (MCP, server/tools, Error Handling)."""

    def __init__(self, name: str, known: str) -> None:
        self.name, self.known = name[:64], known
        super().__init__("unknown_tool", f"Unknown tool: {self.name}.", f"Known tools: {known}.")


class OutOfOrderError(UnknownToolError):
    """The release has this tool, and the code that runs now no longer fits it: no list shows it, and it can't be called."""

    def __init__(self, name: str, known: str) -> None:
        self.name, self.known = name[:64], known
        said = f"The tool {self.name} is out of order for now."
        ShortlistError.__init__(self, "out_of_order", said, f"Tools that work: {known}.")


def no_release() -> ShortlistError:
    return ShortlistError(
        "no_release",
        "No tools have been published on this server yet.",
        "Publish the drafts in the admin, then try again.",
    )


def took_too_long(seconds: float) -> ShortlistError:
    return ShortlistError(
        "took_too_long",
        f"There was no answer within {seconds:g} seconds.",
        "Try again once, with fewer places or a narrower search.",
    )


def database_away() -> ShortlistError:
    return ShortlistError(
        "temporarily_unavailable", "The job board's database can't be reached right now.", "Try again in half a minute."
    )


def busy(seconds: int) -> ShortlistError:
    return ShortlistError("busy", "The job board is busy.", f"Try again in {seconds} seconds.")


def internal() -> ShortlistError:
    return ShortlistError(
        "internal_error",
        "Something went wrong on the job board's side.",
        "Try again once; if it repeats, go on without it.",
    )
