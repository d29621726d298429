import { isObject } from '../fields/shape-check.js';

/** A model behind an API compatible with OpenAI's chat completions. */
export interface ChatModel {
  /** Without `/chat/completions`. */
  url: string;
  model: string;
  key: string | undefined;
}

export interface ChatRequest {
  instructions: string;
  /** The input for the instructions: one JSON document, so that the model does not take it for instructions. */
  data: string;
  /** The schema of the answer, as far as structured outputs can express it. */
  answer: { name: string; schema: object };
}

export function askModel(
  { url, model, key }: ChatModel,
  { instructions, data, answer }: ChatRequest,
  signal: AbortSignal,
): Promise<Response> {
  const access: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...access },
    body: JSON.stringify({
      model,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: data },
      ],
      response_format: { type: 'json_schema', json_schema: { ...answer, strict: true } },
    }),
    // The key is for this server only, not for a server that it redirects to.
    redirect: 'manual',
    signal,
  });
}

/** A JSON schema of an object with exactly these properties. */
export const objectSchema = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The model's response to a request. */
interface Completion {
  isRefused: boolean;
  isWhole: boolean;
  /** The requested JSON object, if the response is one. */
  content: object | undefined;
}

interface Choice {
  finish_reason?: unknown;
  message?: { content?: unknown; refusal?: unknown } | null;
}

/** The completion in a response body, if there is one. */
export function completionIn(body: string): Completion | undefined {
  const { choices } = (objectIn(body) ?? {}) as { choices?: unknown };
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice)) return undefined;
  const { finish_reason: end, message } = choice as Choice;
  return {
    isRefused: end === 'content_filter' || Boolean(message?.refusal),
    // Some servers do not say why they stopped. Any reason other than `stop` means that the answer is truncated.
    isWhole: ['stop', undefined, null].includes(end as string),
    content: objectIn(message?.content),
  };
}

function objectIn(text: unknown): object | undefined {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return isObject(value) ? value : undefined;
  } catch {
    // The parser's own error quotes the text, which must not appear in logs.
    return undefined;
  }
}
