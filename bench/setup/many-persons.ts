export const PERSONS_PATH = '/v0/persons/batch';

export interface NewPerson {
  name: string;
  email: string;
  domain: string;
}

const PER_COMPANY = 10;

/** The body of a batch of new persons, ten of each company. No other batch has the same mark. */
export function manyPersons(count: number, mark: string): string {
  const items: NewPerson[] = Array.from({ length: count }, (_, at) => {
    const domain = `c${Math.floor(at / PER_COMPANY)}-${mark}.example`;
    return { name: `Person ${mark} ${at}`, email: `p${at}@${domain}`, domain };
  });
  return JSON.stringify({ items });
}
