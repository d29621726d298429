import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { invalid, unknownReference } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { nameFrom } from './entities/name-from-identity.js';
import { emailKeyOf, linkedinKeyOf } from './entities/person-keys.js';
import { lockPerson } from './dto/person-reads.js';
import { PersonStore } from './entities/person-store.js';
import { Person } from './entities/person.entity.js';

/** The fields of a log entry or a form that identify a person. */
export interface PersonIdentity {
  personId?: string;
  email?: string;
  phoneNumber?: string;
  linkedinProfileUrl?: string;
  name?: string;
}

export interface MatchedPerson {
  personId: string;
  createdPerson: boolean;
}

interface MatchedColumn {
  column: string;
  valueOf: (identity: PersonIdentity) => string | undefined;
}

/**
 * The columns that match a person, the strongest first. If email address, phone number and LinkedIn profile match
 * different persons, the entry belongs to the person of the strongest match. If several persons have the same phone
 * number or profile, it belongs to the oldest.
 */
const MATCH_ORDER: readonly MatchedColumn[] = [
  { column: 'email_key', valueOf: ({ email }) => email && emailKeyOf(email) },
  { column: 'phone_number', valueOf: ({ phoneNumber }) => phoneNumber },
  { column: 'linkedin_key', valueOf: ({ linkedinProfileUrl: url }) => url && linkedinKeyOf(url) },
];

const MATCHES = MATCH_ORDER.map(({ column }, at) => `${column} = $${at + 2}`);
// The weakest match needs no sort key: persons with a stronger match precede the others.
const STRONGEST_FIRST = MATCHES.slice(0, -1).map((match) => `${match} desc nulls last`);

/** Locks the person against changes until the end of the transaction. */
export const lockMatchingPerson = new PreparedRead<{ id: string }>(
  'person.lock_matching',
  `select id from person
   where tenant_id = $1 and deleted_at is null and (${MATCHES.join(' or ')})
   order by ${STRONGEST_FIRST.join(', ')}, id
   limit 1 for key share`,
);

/** Finds the person that an entry or a form is about. A person who is found is not changed. */
@Injectable()
export class PersonMatcher {
  constructor(
    private readonly reads: PreparedReads,
    private readonly tenantLock: TenantLock,
    private readonly store: PersonStore,
  ) {}

  /** Locks the person, so the person's account cannot change before the entry is written. */
  async findOrCreate(identity: PersonIdentity): Promise<MatchedPerson> {
    const { personId } = identity;
    if (personId !== undefined) return { personId: await this.lockKnown(personId), createdPerson: false };
    assertTellsWho(identity);
    return (await this.find(identity)) ?? this.createUnlessFound(identity);
  }

  private async lockKnown(personId: string): Promise<string> {
    const uuid = uuidOf('person', personId);
    if (uuid && (await this.reads.one(lockPerson, uuid))) return uuid;
    const named = { kind: 'person', id: personId } as const;
    throw unknownReference('unknown_person', '/personId', 'There is no such person.', named);
  }

  private async find(identity: PersonIdentity): Promise<MatchedPerson | undefined> {
    const values = MATCH_ORDER.map(({ valueOf }) => valueOf(identity));
    const row = await this.reads.one(lockMatchingPerson, ...values);
    return row && { personId: row.id, createdPerson: false };
  }

  /** One request at a time: if two requests name the same unknown person, the second finds the one just created. */
  private async createUnlessFound(identity: PersonIdentity): Promise<MatchedPerson> {
    await this.tenantLock.acquire('persons of logs');
    for (;;) {
      const found = await this.find(identity);
      if (found) return found;
      const person = Person.create({ ...identity, name: nameFrom(identity) });
      const holder = await this.store.insert(person);
      if (holder === undefined) return { personId: person.id, createdPerson: true };
      // A request without this lock took the email address. The next round finds its person, or the address is free.
    }
  }
}

function assertTellsWho({ email, phoneNumber, linkedinProfileUrl }: PersonIdentity): void {
  if ([email, phoneNumber, linkedinProfileUrl].some((given) => given !== undefined)) return;
  const message = 'personId, email, phoneNumber or linkedinProfileUrl is required to identify the person.';
  throw invalid([{ pointer: '/personId', code: 'required', message }]);
}
