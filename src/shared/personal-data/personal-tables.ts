import { createHash } from 'node:crypto';
import type { PersonalTable } from '../database/records/personal-table.js';
import { ModuleFault } from '../kernel/module-fault.js';
import { personalRoutines } from './personal.routines.js';

/** Erases up to `limit` records that mention a person, and returns their number. Part of the unit of work. */
export type TableEraser = (hashes: readonly string[], limit: number) => Promise<number>;

/** All tables with an index of the persons whom their texts mention. */
export class PersonalTables {
  readonly indexed: readonly PersonalTable[];
  /** Identifies what the index contains: if it changes, the index is filled again. */
  readonly version: string;
  private readonly erasers = new Map<PersonalTable, TableEraser>();

  constructor(tables: readonly PersonalTable[]) {
    this.indexed = tables.filter(({ isIndexed }) => isIndexed);
    const routines = [...personalRoutines, ...this.indexed.flatMap((table) => table.routines)];
    this.version = createHash('sha256').update(routines.join(';')).digest('hex');
  }

  /** For a table whose module erases mentions itself (`whenMentioned: 'module'`). */
  eraseWith(table: PersonalTable, eraser: TableEraser): void {
    this.erasers.set(table, eraser);
  }

  eraserOf(table: PersonalTable): TableEraser {
    const eraser = this.erasers.get(table);
    if (!eraser) throw new ModuleFault(`No module erases mentions of persons in ${table.name}.`);
    return eraser;
  }
}
