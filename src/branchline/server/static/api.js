// @ts-check
/** Talking to the server: JSON both ways, and refusals as sentences. */

export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {any} body
   */
  constructor(status, body) {
    super(body?.message ?? "");
    this.status = status;
    this.body = body;
  }
}

/**
 * @param {string} address
 * @param {{method?: string, body?: any, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function call(address, { method = "GET", body, signal } = {}) {
  /** @type {RequestInit} */
  const request = { method, signal, headers: { Accept: "application/json" }, cache: "no-store", credentials: "same-origin" };
  if (body !== undefined) {
    request.headers = { ...request.headers, "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  const answer = await fetch(address, request);
  const text = await answer.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!answer.ok) throw new Refusal(answer.status, data);
  return data;
}

/**
 * @param {string} address
 * @param {any} [body]
 */
export const post = (address, body = {}) => call(address, { method: "POST", body });

/**
 * Repeat an action while the connection fails or the server answers "too many requests".  Repeating a post is harmless.
 * @template T
 * @param {() => Promise<T>} action
 * @param {(waiting: boolean) => void} tell
 * @returns {Promise<T>}
 */
export async function persist(action, tell) {
  for (let wait = 400; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const result = await action();
      tell(false);
      return result;
    } catch (error) {
      const hurried = error instanceof Refusal && error.status === 429;
      const passing = hurried || error instanceof TypeError || (error instanceof Refusal && [502, 503, 504].includes(error.status));
      if (!passing) {
        tell(false);
        throw error;
      }
      tell(!hurried);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
