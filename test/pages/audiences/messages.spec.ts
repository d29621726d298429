import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import type { MessageView } from '../../../src/modules/pages/dto/messages.dto.js';
import type { ListPage } from '../../../src/shared/answers/list-page.js';
import { useTestService } from '../../support/test-service.js';
import { WIRE_TIME } from '../../support/api/wire-values.js';
import { pathOf, Records } from '../records.js';

const NONE = {
  customName: null,
  actionFormIdOverride: null,
  actionFormInstructionsOverride: null,
  actionUrlOverride: null,
  supplementaryContext: null,
  bodyOverride: null,
  coverImageOverride: null,
  topicIdsOverride: null,
};
const FULL = {
  customName: 'Acme',
  actionFormIdOverride: 'form-1',
  actionFormInstructionsOverride: 'Ask.',
  actionUrlOverride: 'https://example.com/acme',
  supplementaryContext: 'Renewal',
  bodyOverride: 'For Acme',
  coverImageOverride: null,
  topicIdsOverride: [],
  metadataOverride: { title: 'For Acme', robots: ['noindex'] },
};

const { api } = useTestService();
const records = new Records(api);
let audience: AudienceView;

beforeEach(async () => {
  audience = await records.audience();
});

const change = (body: object) => api.patch(pathOf(audience), body).expect(200);
const post = (body: object) => api.post(`${pathOf(audience)}/messages`, body);
const goBack = ({ messageId }: MessageView) =>
  api.post(`${pathOf(audience)}/messages/${messageId}/restore`, {});
const read = () => records.read<AudienceView>(pathOf(audience));

describe('the history of an audience', () => {
  it('begins empty', async () => {
    expect(await records.messages(audience)).toEqual([]);
  });

  it('has a message for each change, with the overrides after it', async () => {
    await change({ customName: 'Acme' });
    await change({ metadataOverride: { title: 'For Acme' } });
    await change({});
    await post({ text: 'Why not', changes: { customName: null, supplementaryContext: 'Renewal' } }).expect(
      201,
    );
    await api.delete(pathOf(audience)).expect(200);
    await api.post(`${pathOf(audience)}/restore`, {}).expect(200);
    const messages = await records.messages(audience);
    const metadataOverride = { title: 'For Acme', robots: [] };
    const last = { ...NONE, supplementaryContext: 'Renewal', metadataOverride };
    expect(messages.map(({ kind, text, overrides }) => ({ kind, text, overrides }))).toEqual([
      { kind: 'edit', text: null, overrides: { ...NONE, customName: 'Acme' } },
      { kind: 'edit', text: null, overrides: { ...NONE, customName: 'Acme', metadataOverride } },
      { kind: 'edit', text: null, overrides: { ...NONE, customName: 'Acme', metadataOverride } },
      { kind: 'note', text: 'Why not', overrides: last },
      { kind: 'restore', text: null, overrides: last },
    ]);
    for (const message of messages) {
      expect(message).toMatchObject({
        messageId: expect.stringMatching(/^message_[0-9a-z]{26}$/),
        audienceId: audience.audienceId,
        createdAt: expect.stringMatching(WIRE_TIME),
      });
    }
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(5);
  });

  it('has nothing of a change that was refused', async () => {
    await api.patch(pathOf(audience), { customName: '' }).expect(400);
    await api.patch(pathOf(audience), { customName: 'x' }).set('if-match', '"stale"').expect(412);
    expect(await records.messages(audience)).toEqual([]);
  });

  it('is read newest first, page by page', async () => {
    for (const text of ['a', 'b', 'c', 'd', 'e']) await post({ text }).expect(201);
    const path = `${pathOf(audience)}/messages?limit=3`;
    const first = await records.read<ListPage<MessageView>>(path);
    const second = await records.read<ListPage<MessageView>>(`${path}&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ text }) => text).join('')).toBe('edcba');
    expect([first.totalCount, second.totalCount, second.nextCursor]).toEqual([5, 5, null]);
  });
});

describe('posting a message', () => {
  it.each([{ text: 'x' }, { text: 'é'.repeat(10_000) }, { text: 'Nothing', changes: {} }])(
    'without changes leaves the overrides alone, and has no snapshot',
    async (given) => {
      const { body } = await post(given).expect(201);
      expect(body).toEqual({
        messageId: expect.any(String),
        audienceId: audience.audienceId,
        kind: 'note',
        text: given.text,
        overrides: null,
        createdAt: expect.stringMatching(WIRE_TIME),
      });
      expect(await records.messages(audience)).toEqual([body]);
      expect(await read()).toEqual(audience);
      const answer = await goBack(body as MessageView).expect(409);
      expect(answer.body.code).toBe('message_without_snapshot');
      expect(await records.messages(audience)).toHaveLength(1);
    },
  );

  it('with changes makes them', async () => {
    const { body } = await post({ text: 'All of it', changes: FULL }).expect(201);
    expect(body.overrides).toEqual(FULL);
    expect(await read()).toMatchObject({ ...FULL, effectiveName: 'Acme' });
  });

  it.each([
    [{}, '/text', 'required'],
    [{ text: '' }, '/text', 'too_short'],
    [{ text: 'x'.repeat(10_001) }, '/text', 'too_long'],
    [{ text: null }, '/text', 'wrong_type'],
    [{ text: 'x', kind: 'edit' }, '/kind', 'unknown_property'],
    [{ text: 'x', changes: null }, '/changes', 'wrong_type'],
    [{ text: 'x', changes: { customName: '' } }, '/changes/customName', 'too_short'],
    [{ text: 'x', changes: { personId: null } }, '/changes/personId', 'unknown_property'],
    [
      { text: 'x', changes: { actionUrlOverride: 'javascript:x' } },
      '/changes/actionUrlOverride',
      'wrong_uri',
    ],
  ])('refuses %j', async (given, pointer, code) => {
    const { body } = await post(given).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
    expect(await records.messages(audience)).toEqual([]);
  });
});

describe('restoring a message', () => {
  it('puts the overrides back to what they were after it, and leaves a message itself', async () => {
    await change({ actionFormIdOverride: null });
    await change(FULL);
    await change({ customName: 'Other', metadataOverride: {}, supplementaryContext: null });
    const [bare, full] = await records.messages(audience);

    const { body } = await goBack(full!).expect(200);
    expect(body).toEqual({ success: true, messageId: full!.messageId });
    expect(await read()).toEqual({
      ...{ ...audience, ...FULL, effectiveName: 'Acme' },
      effectiveMetadata: FULL.metadataOverride,
      updatedAt: expect.stringMatching(WIRE_TIME),
    });

    await goBack(bare!).expect(200);
    expect(await read()).toEqual({ ...audience, updatedAt: expect.stringMatching(WIRE_TIME) });
    const messages = await records.messages(audience);
    expect(messages.map(({ kind }) => kind)).toEqual(['edit', 'edit', 'edit', 'rollback', 'rollback']);
    expect(messages.slice(3).map(({ overrides }) => overrides)).toEqual([full!.overrides, bare!.overrides]);

    await goBack(messages[3]!).expect(200);
    expect(await read()).toMatchObject(FULL);
  });

  it('can be done again and again, and needs no body', async () => {
    await change({ customName: 'Once' });
    const [message] = await records.messages(audience);
    const path = `${pathOf(audience)}/messages/${message!.messageId}/restore`;
    expect((await api.post(path).expect(200)).body).toEqual({ success: true, messageId: message!.messageId });
    await goBack(message!).expect(200);
    await api.post(path, { success: true }).expect(400);
    expect(await records.messages(audience)).toHaveLength(3);
  });

  it('stops if the audience has changed since the caller read it', async () => {
    await change({ customName: 'Once' });
    const [message] = await records.messages(audience);
    const etag = (await api.get(pathOf(audience)).expect(200)).headers.etag!;
    await change({ customName: 'Theirs' });
    const { body } = await goBack(message!).set('if-match', etag).expect(412);
    expect(body.code).toBe('precondition_failed');
    expect(await read()).toMatchObject({ customName: 'Theirs' });
    const seen = (await api.get(pathOf(audience)).expect(200)).headers.etag!;
    await goBack(message!).set('if-match', seen).expect(200);
    expect(await read()).toMatchObject({ customName: 'Once' });
  });

  it('knows only messages of the audience', async () => {
    await change({ customName: 'Here' });
    const [message] = await records.messages(audience);
    audience = await records.audience();
    for (const messageId of [message!.messageId, 'message_x', audience.audienceId]) {
      const { body } = await goBack({ ...message!, messageId }).expect(404);
      expect(body.code).toBe('message_not_found');
    }
    expect(await read()).toEqual(audience);
  });
});
