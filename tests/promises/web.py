PROMISES = {
    "WEB-1": "The home page says in one screen what this is, with the board's own numbers.",
    "WEB-2": "The connect page gives each client this server's address, and says how to tunnel where it is local.",
    "WEB-3": "A job's page carries schema.org JobPosting data that no listing text can break out of.",
    "WEB-4": "A closed job answers 410 with the reason, an unknown id 404 with the ids that look alike.",
    "WEB-5": "Apply leads to the employer; where the employer is invented, to a page that says so.",
    "WEB-6": "The gallery shows the widget in every state beside exactly what the model gets, without needing a script.",
    "WEB-7": "In the gallery the widget's htmx attributes work over plain HTTP, for tools that a widget may call and no other.",
    "WEB-8": "With PREVIEW_PUBLIC=0 the gallery is for staff; the simulator always is.",
    "WEB-9": "The sandbox runs a widget on another origin without network or eval, and only our simulator may frame it.",
    "WEB-10": "The simulator plays a chat app over the real /mcp: what the user sees, what the model gets, and its context.",
    "WEB-11": "Every page works in light, dark and at 320 px without CSP violations, console errors or axe findings.",
    "WEB-12": "Hosts without tools, links, context or widgets, and one that drops the result, never leave the user stuck.",
}
