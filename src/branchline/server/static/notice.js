// @ts-check
/** A notice of the browser when it is one's turn and the page is out of sight. */

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
 * A button that asks for permission, as long as none was given or refused.
 * @param {HTMLElement} button
 */
export function wish(button) {
  button.hidden = !("Notification" in window) || Notification.permission !== "default";
  button.addEventListener("click", async () => {
    button.hidden = (await Notification.requestPermission()) !== "default";
  });
}
