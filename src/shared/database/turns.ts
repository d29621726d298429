import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { currentTenant } from './scope.js';

/** For rules about several rows that no row lock can hold, because one of them may not exist yet. */
@Injectable()
export class Turns {
  constructor(private readonly em: EntityManager) {}

  /** From here to the end of the transaction, no other of this tenant is past this line for the same matter. */
  async take(matter: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${currentTenant()} ${matter}`}, 1))`.execute(
      this.em.getKysely(),
    );
  }
}
