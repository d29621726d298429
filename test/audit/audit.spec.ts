import { useTestService } from '../support/test-service.js';

const { service, api, strangerApi } = useTestService();

interface Entry {
  operation: string;
  recordId: string | null;
  parentRecordId: string | null;
  actor: { type: string; id: string; name: string | null; network: string | null; requestId: string | null };
  changedFields: string[];
  values: { field: string; before: unknown; after: unknown }[];
}

async function entries(query: string, client = api): Promise<Entry[]> {
  return (await client.get(`/v0/audit_log?${query}`).expect(200)).body.items;
}

async function newTopic(title = 'Prices'): Promise<string> {
  return (await api.post('/v0/topics', { title }).expect(201)).body.topicId;
}

const keyId = (key: string) => `key_${key.split('_')[1]}`;

describe('an audit entry', () => {
  it('says who made a change, and which fields it changed', async () => {
    const topicId = await newTopic();
    const { headers } = await api.patch(`/v0/topics/${topicId}`, { title: 'Costs', sortOrder: 7 }).expect(200);
    const [updated, created] = await entries(`recordId=${topicId}`);
    expect(updated).toEqual({
      auditEntryId: expect.stringMatching(/^audit_/),
      occurredAt: expect.stringMatching(/^\+\d{13}$/),
      operation: 'topic.updated',
      recordId: topicId,
      parentRecordId: null,
      actor: {
        type: 'api_key',
        id: keyId(service.home.key),
        name: null,
        network: '127.0.0.0/24',
        requestId: headers['x-request-id'],
      },
      changedFields: ['title', 'sortOrder'],
      values: [{ field: 'sortOrder', before: expect.any(Number), after: 7 }],
    });
    expect(created).toMatchObject({ operation: 'topic.created', changedFields: ['title', 'sortOrder', 'isDefault'] });
  });

  it('names the record that the changed one belongs to', async () => {
    const topicId = await newTopic();
    const given = { content: { type: 'text', content: 'From 5 euros' } };
    const { body } = await api.post(`/v0/topics/${topicId}/entries`, given).expect(201);
    const [entry] = await entries(`parentRecordId=${topicId}`);
    expect(entry).toMatchObject({ operation: 'topic.entry.created', recordId: body.topicEntryId });
    expect(entry!.changedFields).toEqual(expect.arrayContaining(['contentType', 'contentText', 'sortOrder']));
  });

  it('shows no personal values and no ids of other records', async () => {
    const given = { name: 'Ada Lovelace', email: 'ada@engines.example', phoneNumber: '+4412345678' };
    const { personId } = (await api.post('/v0/persons', given).expect(201)).body;
    await api.patch(`/v0/persons/${personId}`, { name: 'Ada King' }).expect(200);
    const [updated, created] = await entries(`recordId=${personId}`);
    expect(created).toMatchObject({ operation: 'person.created', values: [] });
    expect(created!.changedFields).toEqual(expect.arrayContaining(['name', 'email', 'domain', 'phoneNumber']));
    expect(updated).toMatchObject({ operation: 'person.updated', changedFields: ['name'], values: [] });
  });
});
