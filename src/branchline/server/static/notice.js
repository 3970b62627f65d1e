// @ts-check
/** A notification of the browser when it is the reader's turn and the page is not visible. */

/**
 * @param {string} title
 * @param {string} text
 */
export function ring(title, text) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const notice = new Notification(title, { body: text, tag: location.pathname });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/**
 * Show a button that asks for permission, until it was given or refused.
 * @param {HTMLElement} button
 */
export function wish(button) {
  button.hidden = !("Notification" in window) || Notification.permission !== "default";
  button.addEventListener("click", async () => {
    button.hidden = (await Notification.requestPermission()) !== "default";
  });
}
