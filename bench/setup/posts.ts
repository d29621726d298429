import type { Target } from './servers.ts';

const AT_ONCE = 4;

/** The minimal body of a new page. */
export const PAGE = {
  ...{ name: 'Spring', pageContext: 'Offers', pageType: 'inbound', brandId: 'acme' },
  ...{ actions: [], actionCardWidgets: [], scripts: [] },
};

/** Two events per topic: it is created and changed. */
export async function postTopics(api: Target, events: number): Promise<void> {
  let made = 0;
  const postOn = async () => {
    for (made += 2; made <= events; made += 2) {
      const { topicId } = await post(api, '/v0/topics', { title: 'First' });
      await send(api, 'PATCH', `/v0/topics/${topicId}`, { title: 'Then' });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, postOn));
}

export function post(api: Target, path: string, body: object): Promise<Record<string, string>> {
  return send(api, 'POST', path, body);
}

export async function send(
  { url, headers }: Target,
  method: string,
  path: string,
  body: object,
): Promise<Record<string, string>> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}
