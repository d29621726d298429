import { pathOf } from '../pages/records.js';
import { addEntry, topicOf } from '../topics/searching.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { AskingVisitor, questionsOn } from './asking.js';

const used = useTestService({ ROLE: 'all' });
const { service, api } = used;
const visitor = new AskingVisitor(used);

/** The titles are no words of questions. */
let shipping: string;
let returns: string;
beforeAll(async () => {
  [shipping, returns] = [await topicOf(service.home, 'A'), await topicOf(service.home, 'B')];
  await addEntry(service.home, shipping, 'A parcel is shipped within two days.');
  await addEntry(service.home, returns, 'Send a parcel back within a month.');
});

const pageAt = async (path: string, page: object, overrides: object = {}) => {
  const audience = await visitor.shown(path, page, overrides);
  const { text } = await visitor.open(`/home${path}`).expect(200);
  return { audience, to: questionsOn(text) };
};
const answerTo = async (to: string | undefined, question: string) =>
  (await visitor.ask(to!, question).expect(200)).body.answer as string;
const boxAt = async (path: string) => questionsOn((await visitor.open(`/home${path}`).expect(200)).text);

describe('a question', () => {
  it('is answered from the topics of its page only', async () => {
    const [all, one] = [await pageAt('/all', {}), await pageAt('/one', { topicIds: [returns] })];
    expect(await answerTo(all.to, 'When is a parcel shipped?')).toMatch(/^A parcel is shipped/);
    expect(await answerTo(one.to, 'When is a parcel shipped?')).toBe('Send a parcel back within a month.');
    expect(await answerTo(one.to, 'Within two days?')).toMatch(/no answer/);
  });

  it('is answered from the topics of the published version of the audience', async () => {
    const { audience, to } = await pageAt('/own', { topicIds: [returns] }, { topicIdsOverride: [shipping] });
    await api.patch(`/v0/pages/${audience.pageId}`, { topicIds: [] }).expect(200);
    await api.patch(pathOf(audience), { topicIdsOverride: null }).expect(200);
    expect(await answerTo(to, 'Within two days?')).toMatch(/^A parcel is shipped/);
  });

  it('weighs words by how rare they are in these topics', async () => {
    const topicId = await topicOf(service.home, 'C');
    for (const text of ['Otters swim.', 'Otters eat fish.', 'Badgers dig.'])
      await addEntry(service.home, topicId, text);
    const elsewhere = await topicOf(service.home, 'D');
    for (let count = 0; count < 10; count++) await addEntry(service.home, elsewhere, `Badgers ${count}.`);
    const { to } = await pageAt('/rare', { topicIds: [topicId] });
    expect(await answerTo(to, 'Otters or badgers?')).toMatch(/^Badgers dig\./);
  });
});

describe('the question box', () => {
  it('is not on a page without topics, and nothing is answered there', async () => {
    const { to } = await pageAt('/none', { topicIds: [] });
    expect(to).toBeUndefined();
    const { audience, to: before } = await pageAt('/later', {});
    await api.patch(`/v0/pages/${audience.pageId}`, { topicIds: [] }).expect(200);
    await api.post(`${pathOf(audience)}/versions`, {}).expect(201);
    await until(async () => (await boxAt('/later')) === undefined);
    await visitor.ask(before!, 'When is a parcel shipped?').expect(404);
  });

  it('comes and goes with the texts of the topics of the page, also where others have texts', async () => {
    const topicId = await topicOf(service.home, 'Empty');
    const { to } = await pageAt('/texts', { topicIds: [topicId] });
    expect(to).toBeUndefined();
    const entryId = await addEntry(service.home, topicId, 'A text.');
    await until(async () => (await boxAt('/texts')) !== undefined);
    await api.delete(`/v0/topics/${topicId}/entries/${entryId}`).expect(200);
    await until(async () => (await boxAt('/texts')) === undefined);
  });

  it('is not on a page whose topics are all deleted', async () => {
    const topicId = await topicOf(service.home, 'Short-lived');
    await addEntry(service.home, topicId, 'A text.');
    const { to } = await pageAt('/deleted', { topicIds: [topicId] });
    expect(to).toBeDefined();
    await api.delete(`/v0/topics/${topicId}`).expect(200);
    await until(async () => (await boxAt('/deleted')) === undefined);
  });
});
