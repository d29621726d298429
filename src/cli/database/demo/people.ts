import type { Random } from './random.js';

const FIRST_NAMES = [
  ...['Amara', 'Ben', 'Clara', 'Diego', 'Elif', 'Femi', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kaito', 'Leila'],
  ...[
    'Marek',
    'Nora',
    'Oscar',
    'Priya',
    'Quentin',
    'Rosa',
    'Samir',
    'Tove',
    'Uma',
    'Viktor',
    'Wanda',
    'Yara',
  ],
];

const LAST_NAMES = [
  ...['Adeyemi', 'Berger', 'Costa', 'Dahl', 'Eriksen', 'Fischer', 'Garcia', 'Haddad', 'Ivanova', 'Jensen'],
  ...['Kowalski', 'Lindqvist', 'Moreau', 'Nakamura', 'Okafor', 'Petrov', 'Rossi', 'Singh', 'Tanaka', 'Weber'],
];

const COMPANIES = [
  ...[
    'Alder Works',
    'Bright Harbour',
    'Cobalt Studio',
    'Dovetail Joinery',
    'Elm Street Labs',
    'Fjord Freight',
  ],
  ...[
    'Granite Legal',
    'Hazel Health',
    'Ivory Tower Press',
    'Juniper Foods',
    'Kestrel Optics',
    'Lantern Media',
  ],
  ...['Maple Bank', 'Northern Tram', 'Orchard Insurance', 'Pebble Games', 'Quarry Stone', 'Rook Security'],
];

export interface DemoPerson {
  name: string;
  email: string;
  company: string;
}

/** Makes up persons of some companies. No two have the same name. */
export class People {
  private readonly used = new Set<string>();

  constructor(private readonly random: Random) {}

  make(): DemoPerson {
    const base = `${this.random.pick(FIRST_NAMES)} ${this.random.pick(LAST_NAMES)}`;
    const name = this.unused(base);
    const company = this.random.pick(COMPANIES);
    const address = name.toLowerCase().replaceAll(/[^a-z]+/g, '.');
    return { name, company, email: `${address}@${slugOf(company)}.example` };
  }

  private unused(base: string): string {
    let name = base;
    for (let tries = 0; this.used.has(name); tries++)
      name = base.replace(
        ' ',
        ` ${this.random.pick(FIRST_NAMES)} ${tries > 0 ? `${this.random.pick(LAST_NAMES)} ` : ''}`,
      );
    this.used.add(name);
    return name;
  }
}

export function slugOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}
