/** What a page or a worker does with the package; bundled for both. */
import { Foyer, FoyerError } from '@foyer/client';

export async function useFoyer(url, key) {
  const foyer = new Foyer({ url, key });
  const person = await foyer.persons.create({ name: 'Grace Hopper' });
  const changed = await foyer.persons.update(
    person.personId,
    { name: 'Grace B. Hopper' },
    { ifMatch: person },
  );
  const late = await foyer.persons
    .update(person.personId, { name: 'Grace' }, { ifMatch: person })
    .catch((error) => error);
  const found = await foyer.persons.get(person.personId);
  let persons = 0;
  for await (const { personId } of foyer.persons.list({ limit: 2 })) if (personId) persons++;
  await foyer.persons.delete(person.personId);
  return { isSame: found.name === changed.name, late: late instanceof FoyerError && late.code, persons };
}

globalThis.useFoyer = useFoyer;
// In a worker, the page sends where the service is.
globalThis.onmessage = async ({ data }) => {
  if (data?.url) globalThis.postMessage(await useFoyer(data.url, data.key));
};
