// @ts-check
/** The message line of the bar.  It shows a refusal, or else what was told, or else what is to be done now. */

export class Message {
  /**
   * @param {HTMLElement} root
   * @param {string} rules the address of the rules, for links to paragraphs
   */
  constructor(root, rules) {
    this.root = root;
    this.rules = rules;
    const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (root.querySelector(selector));
    this.idle = part(".now");
    this.told = part("[role='status']");
    this.refusal = part("[role='alert']");
    new ResizeObserver(() => this.fit()).observe(root); // the phone was turned, or the window made narrower
  }

  /**
   * What is to be done now, or what the thing under the pointer would do.  Screen readers do not say it by themselves.
   * @param {string} text
   * @param {boolean} [looks] whether the reader looks at a thing: then this is shown in place of what was told
   */
  now(text, looks = false) {
    this.idle.textContent = text;
    this.root.classList.toggle("looks", looks);
    this.fit();
  }

  /** @param {string} text */
  tell(text) {
    if (this.told.textContent !== text) this.told.textContent = text;
    this.refusal.replaceChildren();
    this.root.classList.remove("looks");
    this.fit();
  }

  /**
   * A refusal, with a link to its paragraph.  Screen readers say it at once.  A bar that was hidden is shown for it.
   * @param {string} text
   * @param {string | null} [rule]
   */
  refuse(text, rule) {
    this.clear();
    this.root.parentElement?.removeAttribute("hidden");
    this.refusal.replaceChildren(text);
    if (rule) {
      const anchor = document.createElement("a");
      anchor.href = `${this.rules}#${rule.replace(" ", "-")}`;
      anchor.textContent = rule;
      anchor.target = "_blank"; // the table stays open
      this.refusal.append(" ", anchor);
    }
    this.fit();
  }

  /** A text that is too long for its place begins at its top, and the keyboard can scroll it. */
  fit() {
    this.root.scrollTop = 0;
    this.root.tabIndex = this.root.scrollHeight > this.root.clientHeight + 1 ? 0 : -1;
  }

  clear() {
    this.tell("");
  }
}
