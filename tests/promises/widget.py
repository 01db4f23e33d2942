"""Widgets: what the user sees in a chat, and what the model learns of it."""

PROMISES = {
    "WIDGET-1": "Whatever a widget shows comes from structuredContent alone, so the model has it too",
    "WIDGET-2": "One template renders the same on the server and in the browser, hostile values included",
    "WIDGET-3": "Five rows fit into 500 px, nothing scrolls inside the widget, and 320 px are enough",
    "WIDGET-4": "A whole posting opens in place, closes again, and carries Apply and the link to the board's page",
    "WIDGET-5": "What the user does reaches the model as named third-person events in one accumulated value of at most 2 KB",
    "WIDGET-6": "A widget never stays a skeleton: a lost, cancelled or failed result ends in words that say what to do next",
    "WIDGET-7": "A call that fails or stays unanswered for 10 s ends in a plain message, and the button works again",
    "WIDGET-8": "A widget can reach tools and nothing else: no network, no other address, no code from data",
    "WIDGET-9": "Every page of the widget passes axe in light and dark, keeps focus and has targets of 44 px or more",
    "WIDGET-10": "The widget speaks MCP Apps 2026-01-26 to the letter, and window.openai where there is nothing else",
    "WIDGET-11": "A view that asks for a field its handler doesn't give is refused by a system check",
    "WIDGET-12": "A data tool can't carry a widget, and a render tool's widget exists",
    "WIDGET-13": "A shell's address changes with its bytes, and every older address still answers",
    "WIDGET-14": "The widget stays within its byte budgets",
    "WIDGET-15": "Each result names the board, its attribution and the facts in the board's order, in the board's colour",
    "WIDGET-16": "Widgets are announced in the names of MCP Apps, of ChatGPT or of both, and each chat app is told its own domain",
    "WIDGET-17": "Where a host offers its whole window, details take it; of a conversation's views of one kind only one acts at a time",
    "WIDGET-18": "A result saved from an older release paints in the current shell",
    "WIDGET-19": "Sixty attacks in every text of a listing, a reason, a highlight and the board's name run nowhere",
}
