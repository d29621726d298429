import { JsonType, TextType } from '@mikro-orm/core';
import { optionsOf, type BuiltProperty } from '../../libraries/mikro-orm-internals.js';
import { ModuleFault } from '../../kernel/module-fault.js';
import { typeOf, type AnyColumnMap } from './column-map.js';
import { markOf, type IdentifierKind, type PersonalMark } from './personal.js';

/**
 * What an erasure does with a record of somebody else that mentions the erased person:
 * - `erase`: it erases the texts with the mention.
 * - `delete`: it deletes the record.
 * - `module`: the module erases the texts, because other data follows from them (`PersonalTables.eraseWith`).
 * - `keep`: it does not search the table. The records belong to one person, or the answer of the erasure lists them.
 */
type WhenMentioned = 'erase' | 'delete' | 'module' | 'keep';

interface TableOptions {
  /** The columns that form the primary key together with the tenant, with their types. */
  key?: Readonly<Record<string, 'uuid' | 'text' | 'int'>>;
  whenMentioned: WhenMentioned;
}

interface PersonalColumn {
  name: string;
  mark: PersonalMark;
  /** Of the column in the table. */
  type: 'text' | 'json' | 'jsonb';
  isNullable: boolean;
}

/** The text of a column that was erased and can't be null. */
export const ERASED = '(erased)';

/** A row that gets these hashes is indexed as a whole, by its trigger. */
export const INDEX_ANEW = '{}';

/** A table with personal columns. Its module declares it (`personal` of its `FoyerModule`). */
export class PersonalTable {
  readonly columns: readonly PersonalColumn[];
  readonly key: Readonly<Record<string, string>>;
  readonly whenMentioned: WhenMentioned;

  constructor(
    readonly name: string,
    map: AnyColumnMap,
    { key = { id: 'uuid' }, whenMentioned }: TableOptions,
  ) {
    this.key = key;
    this.whenMentioned = whenMentioned;
    this.columns = Object.values(map.properties).flatMap((property, at) => {
      const mark = markOf(property);
      return mark ? [{ name: map.columns[at]!, mark, ...shapeOf(name, property) }] : [];
    });
    if (this.columns.length === 0) throw new ModuleFault(`The table ${name} has no personal column.`);
  }

  /** Whether the table has an index of the persons whom its texts mention. */
  get isIndexed(): boolean {
    return this.whenMentioned !== 'keep';
  }

  /** For `update … set`: erases a record of the person. `patterns` is SQL: `like` patterns of the person's names. */
  erasing(patterns: string): string {
    return this.assignments((column) =>
      column.mark.keptUnlessNamed
        ? `case when lower(${column.name}) like any(${patterns}) then ${erasedTo(column)} else ${column.name} end`
        : erasedTo(column),
    );
  }

  /** For `update … set`: erases the texts that mention the person. `hashes` is SQL: the hashes of the person. */
  erasingMentions(hashes: string): string {
    return this.assignments((column) =>
      column.type === 'text'
        ? `case when ${mentions(column, hashes)} then ${erasedTo(column)} else ${column.name} end`
        : `json_without_person(tenant_id, ${column.name}::json, ${hashes})::${column.type}`,
    );
  }

  /** A condition: whether the record is about the person. */
  identifies(hashes: string): string {
    const identifying = this.columns.filter(({ mark }) => mark.identifies);
    return `(${identifying.map((column) => mentions(column, hashes)).join(' or ')})`;
  }

  /** A condition: whether the record mentions the person. The index answers it. */
  mentions(hashes: string): string {
    return `person_hashes && ${hashes}`;
  }

  /**
   * Statements that create the index, and the trigger that fills it with every write (decision 87). If a row mentioned
   * nobody before, only its changed columns can mention somebody now.
   */
  get routines(): string[] {
    if (!this.isIndexed) return [];
    const isChanged = this.columns.map(
      (column) => `${valueOf(column, 'new.')} is distinct from ${valueOf(column, 'old.')}`,
    );
    const search = this.columns.map(
      (column, at) => `
         if (is_whole or ${isChanged[at]}) and ${mayMention(column, 'new.')} then
           mentioned := mentioned || ${identifiersIn(column, 'new.')};
         end if;`,
    );
    return [
      `select ensure_person_index('${this.name}')`,
      `create or replace function index_persons_in_${this.name}() returns trigger language plpgsql as $$
       declare
         mentioned text[] := '{}';
         is_anew boolean := tg_op = 'INSERT' or (new.person_hashes = '${INDEX_ANEW}') is true;
         is_whole boolean := is_anew or old.person_hashes is not null;
       begin
         if not is_anew and not (${isChanged.join(' or ')}) then return new;
         end if;
         ${search.join('')}
         new.person_hashes := stored_person_hashes(new.tenant_id, mentioned);
         return new;
       end $$`,
      `create or replace trigger index_persons
       before insert or update of person_hashes, ${this.columns.map(({ name }) => name).join(', ')}
       on ${this.name} for each row execute function index_persons_in_${this.name}()`,
    ];
  }

  /** A condition: whether the record can mention anybody. It is cheap, and false for most records. */
  mayMention(prefix = ''): string {
    return `(${this.columns.map((column) => mayMention(column, prefix)).join(' or ')})`;
  }

  private assignments(valueOf: (column: PersonalColumn) => string): string {
    return this.columns.map((column) => `${column.name} = ${valueOf(column)}`).join(', ');
  }
}

/** SQL that can be compared: the type `json` can't. */
function valueOf({ name, type }: PersonalColumn, prefix: string): string {
  return type === 'json' ? `${prefix}${name}::text` : `${prefix}${name}`;
}

function identifiersIn(column: PersonalColumn, prefix = ''): string {
  const value = `${prefix}${column.name}`;
  return column.type === 'text'
    ? `identifiers_in(${value}, '${kindOf(column)}')`
    : `identifiers_in_json(${value}::jsonb)`;
}

function mentions(column: PersonalColumn, hashes: string): string {
  const found = `person_hashes_of(tenant_id, ${identifiersIn(column)}) && ${hashes}`;
  return `case when ${mayMention(column)} then ${found} else false end`;
}

/** A field for a phone number or a profile counts as a whole, whatever it contains. */
function mayMention(column: PersonalColumn, prefix = ''): string {
  const value = `${prefix}${column.name}`;
  if (column.type !== 'text') return `may_mention_person_in_json(${value}::text) is true`;
  if (['phone', 'profile'].includes(kindOf(column))) return `${value} is not null`;
  return `may_mention_person(${value}) is true`;
}

function kindOf({ mark }: PersonalColumn): IdentifierKind | 'text' {
  return mark.identifies ?? 'text';
}

function erasedTo({ name, mark, type, isNullable }: PersonalColumn): string {
  if (mark.erasedTo) return mark.erasedTo;
  if (isNullable) return 'null';
  if (type === 'text') return `'${ERASED}'`;
  return `case ${type}_typeof(${name}) when 'array' then '[]' else '{}' end::${type}`;
}

function shapeOf(table: string, property: BuiltProperty): Pick<PersonalColumn, 'type' | 'isNullable'> {
  const { nullable: isNullable = false, columnType } = optionsOf(property);
  const type = typeOf(property);
  if (type === TextType) return { type: 'text', isNullable };
  if (type === JsonType) return { type: columnType === 'json' ? 'json' : 'jsonb', isNullable };
  throw new ModuleFault(`A personal column of ${table} is neither text nor JSON.`);
}
