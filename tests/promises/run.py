"""One command, no set-up, nothing left behind."""

PROMISES = {
    "RUN-1": "Shortlist brings its own PostgreSQL; nothing has to be installed or configured for it.",
    "RUN-2": "The embedded PostgreSQL stops when its last user is gone, however it went.",
    "RUN-3": "A task reaches a real worker through the queue in PostgreSQL.",
    "RUN-4": "A task whose worker was killed comes back and runs.",
    "RUN-5": "Ctrl-C and SIGTERM end everything within five seconds, with exit code 0.",
    "RUN-6": "kill -9 of the parent leaves no orphan, and the next start works.",
    "RUN-7": "When one program dies the others stop, and the last line says which it was.",
    "RUN-8": "A taken port, a second start and a broken DATABASE_URL each get one plain sentence.",
    "RUN-9": "The first start makes an administrator with a password of its own; no later one shows it again.",
    "RUN-10": "A second start takes less than ten seconds.",
    "RUN-11": "The demo's listings come in through the queue, a real worker and the feed pipeline.",
    "RUN-12": "Commands that need no database start none.",
    "RUN-15": "A clone and `make run` are enough: it finds a Python, takes the one that is named, or says what to install.",
    "RUN-14": "A running Shortlist starts its PostgreSQL again if somebody kills it.",
    "RUN-13": "A wrong environment variable ends the start with one plain sentence.",
    "RUN-16": "Processes that declare the queue in PostgreSQL at the same moment all live.",
}
