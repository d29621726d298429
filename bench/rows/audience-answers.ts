import { audienceById, audienceView } from '../built.ts';

export type AudienceRow = Parameters<typeof audienceView>[0] & { personName: string; personSlug: string };

/** An audience with its versions and its person, in one row. */
export const AUDIENCE_TEXT = `
  select shown.*, person.name as "personName", person.slug as "personSlug"
  from (${audienceById.text}) shown left join person on person.id = shown."personId"`;

export function audienceAnswer(row: AudienceRow): object {
  return audienceView(row, { name: row.personName, slug: row.personSlug });
}
