/** Uses the installed package in Node: prints what it got. */
import { writeFile } from 'node:fs/promises';
import { Foyer, FoyerError, verifyWebhook } from '@foyer/client';
import { fileFromPath } from '@foyer/client/node';

const { API, KEY, DELIVERY } = process.env;
const foyer = new Foyer({ url: API, key: KEY, dates: true });

const person = await foyer.persons.create({ name: 'Ada Lovelace' });
const changed = await foyer.persons.update(person.personId, { name: 'Ada King' }, { ifMatch: person });
const late = await foyer.persons
  .update(person.personId, { name: 'Ada' }, { ifMatch: person })
  .catch((error) => error);

let persons = 0;
for await (const { createdAt } of foyer.persons.list({ limit: 2 })) if (createdAt instanceof Date) persons++;

await writeFile(
  'logo.svg',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>',
);
const asset = await foyer.assets.create({
  file: await fileFromPath('logo.svg'),
  type: 'logo',
  name: 'Square',
});

let live;
const onConnected = () => void foyer.topics.create({ title: 'News', purpose: null });
for await (const event of foyer.events.stream({ type: 'topic.created' }, { onConnected })) {
  live = event.payload.type;
  break;
}

const { headers, body, secret } = JSON.parse(DELIVERY);
const delivered = await verifyWebhook(headers, body, secret);

const answer = {
  ...{ node: process.versions.node, name: changed.name, persons, width: asset.width, live },
  ...{ late: late instanceof FoyerError && late.code, delivered: delivered.payload.type },
};
process.stdout.write(JSON.stringify(answer));
