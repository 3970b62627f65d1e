// A plain page that plays: it shows what the API says and posts what is clicked. The real site takes its place.

const message = document.querySelector("#message");

/** @param {string} path @param {object} [body] */
async function post(path, body = {}) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  message.textContent = response.ok ? "" : answer.message;
  return response.ok ? answer : null;
}

for (const button of document.querySelectorAll("[data-open]")) {
  button.addEventListener("click", async () => {
    const bots = Array(Number(button.dataset.players) - 1).fill({ kind: "bot", level: "easy" });
    const opened = await post("/api/tables", { game: button.dataset.open, seats: [{ kind: "me" }, ...bots] });
    if (opened) location.href = opened.path;
  });
}

const main = document.querySelector("[data-table]");
if (main) {
  const path = `/api/tables/${main.dataset.table}`;
  // A seat's secret stands behind the #; it is sent once, to sit down, and taken out of the address.
  const secret = location.hash.slice(1);
  if (secret.startsWith("seat_")) {
    history.replaceState(null, "", location.pathname);
    await post(`${path}/join`, { secret, name: prompt("Your name?") || "Guest" });
  }
  const show = (table) => {
    document.querySelector("#board").src = `${path}/picture?version=${table.version}`;
    const { view } = table;
    document.querySelector("#todo").textContent = table.phase === "over" ? `Over. Scores: ${view.scores.join(", ")}` : view.todo;
    document.querySelector("#moves").replaceChildren(...view.legal.map((text) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.textContent = text;
      button.addEventListener("click", () => post(`${path}/moves`, { move: text, ply: view.ply }));
      item.append(button);
      return item;
    }));
    document.querySelector("#log").replaceChildren(...view.log.map((line) => {
      const item = document.createElement("li");
      item.textContent = `${line.actor}: ${line.move}`;
      return item;
    }));
  };
  const open = () => {
    const events = new EventSource(`${path}/events`);
    events.addEventListener("table", (event) => show(JSON.parse(event.data)));
    events.addEventListener("end", () => { events.close(); setTimeout(open, 500); });
  };
  open();
}
