import { readFile } from 'node:fs/promises';
import { PAGE, useAgents } from './agent.js';

const { agentWith, keyWith } = useAgents();

const DOCS = ['search_docs', 'read_doc'];
const READING = [
  ...[
    'search_pages',
    'get_page',
    'check_page',
    'list_audiences',
    'get_audience',
    'read_published',
    'list_links',
  ],
  ...['search_persons', 'get_person', 'get_figures', 'list_questions', 'list_topics', 'get_topic', ...DOCS],
];

it('lists without --write only tools that read', async () => {
  const agent = await agentWith([]);
  expect(agent.names).toEqual(READING);
  const { isError } = await agent.call('create_topic', { title: 'No' });
  expect(isError).toBe(true);
});

it.each([
  [['questions:read'], ['list_questions', ...DOCS]],
  [
    ['topics:write', 'topics:read'],
    ['list_topics', 'get_topic', 'create_topic', 'create_topic_entry', 'change_topic_entry', ...DOCS],
  ],
  [['audiences:write'], ['create_audience', ...DOCS]],
  [['links:write'], ['create_link', ...DOCS]],
  [
    ['analytics:read', 'persons:read'],
    ['search_persons', 'get_person', 'get_figures', ...DOCS],
  ],
])('lists for a key with %j only tools that it may use', async (scopes, names) => {
  const agent = await agentWith(['--write'], await keyWith(...scopes));
  expect(agent.names).toEqual(names);
});

it('asks for no scope too few: a key with those of a tool can use it', async () => {
  const all = await agentWith(['--write']);
  const { pageId } = await all.use<{ pageId: string }>('create_page', PAGE);
  const { audienceId } = await all.use('create_audience', { pageId });
  const { personId } = await all.use('create_person', { name: 'Grace' });
  const { topicId } = await all.use('create_topic', { title: 'Scopes' });
  const { topicEntryId } = await all.use('create_topic_entry', { topicId, text: 'One.' });
  const ids = { pageId, audienceId };
  const inputs: Record<string, object> = {
    ...{
      get_page: { pageId },
      check_page: { pageId },
      create_page: PAGE,
      change_page: { pageId, name: 'Two' },
    },
    ...{
      get_audience: ids,
      read_published: ids,
      publish: ids,
      change_audience: { ...ids, customName: 'Two' },
    },
    ...{ create_audience: { pageId }, draft_texts: { ...ids, body: 'Two.' }, get_figures: ids },
    ...{
      create_link: { audienceId, path: '/scopes' },
      get_person: { personId },
      create_person: { name: 'Two' },
    },
    ...{
      get_topic: { topicId },
      create_topic: { title: 'Two' },
      create_topic_entry: { topicId, text: 'Two.' },
    },
    ...{ change_topic_entry: { topicId, topicEntryId, text: 'Two.' } },
    ...{ search_docs: { query: 'page' }, read_doc: { id: 'createPage' } },
  };
  const documented = await documentedTools();
  expect([...documented.keys()].sort()).toEqual([...all.names].sort());
  const byScopes = Map.groupBy(documented, ([, scopes]) => scopes.join(' '));
  for (const [scopes, tools] of byScopes) {
    const key = await keyWith(...(scopes ? scopes.split(' ') : ['audit:read']));
    const agent = await agentWith(['--write'], key);
    for (const [name] of tools) await agent.use(name, inputs[name]);
  }
}, 180_000);

/** The tools of docs/agents.md with their scopes. */
async function documentedTools(): Promise<Map<string, string[]>> {
  const rows = (await readFile('docs/agents.md', 'utf8')).matchAll(/^\| (`.+?) +\| (.+?) +\|/gm);
  const words = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
  return new Map([...rows].flatMap(([, names, scopes]) => words(names).map((name) => [name, words(scopes)])));
}

it('does what a key may do in a dry run, and says what it may not look at', async () => {
  const agent = await agentWith(['--write'], await keyWith('audiences:write'));
  const planned = await agent.use('create_audience', {
    pageId: 'page_01m7eevjdyehx9tpmsz29fztqm',
    dryRun: true,
  });
  expect(planned).toMatchObject({ unchecked: [expect.stringContaining('GET /v0/pages/{page_id}')] });
});
