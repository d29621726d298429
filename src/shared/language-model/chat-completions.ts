import { isObject } from '../fields/shape-check.js';

/** A model behind an API like OpenAI's chat completions. */
export interface ChatModel {
  /** Without `/chat/completions`. */
  url: string;
  model: string;
  key: string | undefined;
}

export interface ChatRequest {
  instructions: string;
  /** What the instructions are about: one JSON document, so that it is not taken for instructions. */
  data: string;
  /** The form of the answer, as far as structured outputs can express it. */
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
    // The key is for this server, and for no other that it may point to.
    redirect: 'manual',
    signal,
  });
}

/** A JSON schema of an object that has all of these properties and no other. */
export const objectSchema = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** What the model has made of a request. */
interface Completion {
  isRefused: boolean;
  isWhole: boolean;
  /** The JSON object that it was asked for, if it is one. */
  content: object | undefined;
}

interface Choice {
  finish_reason?: unknown;
  message?: { content?: unknown; refusal?: unknown } | null;
}

/** The completion in the body of an answer, if there is one. */
export function completionIn(body: string): Completion | undefined {
  const { choices } = (objectIn(body) ?? {}) as { choices?: unknown };
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice)) return undefined;
  const { finish_reason: end, message } = choice as Choice;
  return {
    isRefused: end === 'content_filter' || Boolean(message?.refusal),
    // Some servers do not say why they stopped. Any reason but `stop` means that the answer is cut short.
    isWhole: ['stop', undefined, null].includes(end as string),
    content: objectIn(message?.content),
  };
}

function objectIn(text: unknown): object | undefined {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return isObject(value) ? value : undefined;
  } catch {
    // The parser's own error quotes the text, which must not get into logs.
    return undefined;
  }
}
