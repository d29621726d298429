import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { invalid, unknownReference } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { localPartOf } from './entities/email-address.js';
import { emailKeyOf, linkedinKeyOf } from './entities/person-keys.js';
import { lockPerson } from './dto/person-reads.js';
import { PersonStore } from './entities/person-store.js';
import { Person } from './entities/person.entity.js';

/** What a log entry, or a form, tells of the person that it is about. */
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
 * What a person is matched by, the strongest first. Where email address, phone number and LinkedIn profile match
 * different persons, the entry is credited to the person of the strongest match; of several persons with the same
 * phone number or profile, to the oldest.
 */
const MATCH_ORDER: readonly MatchedColumn[] = [
  { column: 'email_key', valueOf: ({ email }) => email && emailKeyOf(email) },
  { column: 'phone_number', valueOf: ({ phoneNumber }) => phoneNumber },
  { column: 'linkedin_key', valueOf: ({ linkedinProfileUrl: url }) => url && linkedinKeyOf(url) },
];

const MATCHES = MATCH_ORDER.map(({ column }, at) => `${column} = $${at + 2}`);
// Whoever has a stronger match than the weakest stands before it already.
const STRONGEST_FIRST = MATCHES.slice(0, -1).map((match) => `${match} desc nulls last`);

/** Until the end of the transaction, whoever is found here is not changed. */
export const lockMatchingPerson = new PreparedRead<{ id: string }>(
  'person.lock_matching',
  `select id from person
   where tenant_id = $1 and deleted_at is null and (${MATCHES.join(' or ')})
   order by ${STRONGEST_FIRST.join(', ')}, id
   limit 1 for key share`,
);

const MAX_NAME_LENGTH = 255;

/** Finds the person that something is about. Whoever is found is not changed. */
@Injectable()
export class PersonMatcher {
  constructor(
    private readonly reads: PreparedReads,
    private readonly tenantLock: TenantLock,
    private readonly store: PersonStore,
  ) {}

  /** Locks who is found, so that the account of the person is the same when the entry is written. */
  async findOrCreate(identity: PersonIdentity): Promise<MatchedPerson> {
    const { personId } = identity;
    if (personId !== undefined) return { personId: await this.lockKnown(personId), createdPerson: false };
    assertTellsWho(identity);
    return (await this.find(identity)) ?? this.createUnlessFound(identity);
  }

  private async lockKnown(personId: string): Promise<string> {
    const uuid = uuidOf('person', personId);
    if (uuid && (await this.reads.one(lockPerson, uuid))) return uuid;
    throw unknownReference('unknown_person', '/personId', 'There is no such person.');
  }

  private async find(identity: PersonIdentity): Promise<MatchedPerson | undefined> {
    const values = MATCH_ORDER.map(({ valueOf }) => valueOf(identity));
    const row = await this.reads.one(lockMatchingPerson, ...values);
    return row && { personId: row.id, createdPerson: false };
  }

  /** One request at a time: of two that look for the same unknown person, the second finds whom the first created. */
  private async createUnlessFound(identity: PersonIdentity): Promise<MatchedPerson> {
    await this.tenantLock.acquire('persons of logs');
    for (;;) {
      const found = await this.find(identity);
      if (found) return found;
      const person = Person.create({ ...identity, name: nameFrom(identity) });
      if (await this.store.insert(person)) return { personId: person.id, createdPerson: true };
      // A request that logs nothing took the email address at this moment: its person is found now, or it is free again.
    }
  }
}

function assertTellsWho({ email, phoneNumber, linkedinProfileUrl }: PersonIdentity): void {
  if ([email, phoneNumber, linkedinProfileUrl].some((given) => given !== undefined)) return;
  const message = 'personId, email, phoneNumber or linkedinProfileUrl is required, to tell who it is.';
  throw invalid([{ pointer: '/personId', code: 'required', message }]);
}

/** The name of a new person. Without a name: the email address without its domain, the phone number, or the end of the profile's URL. */
function nameFrom({ name, email, phoneNumber, linkedinProfileUrl }: PersonIdentity): string {
  const known = name ?? (email && localPartOf(email)) ?? phoneNumber ?? lastPathSegment(linkedinProfileUrl!);
  return Array.from(known).slice(0, MAX_NAME_LENGTH).join('');
}

function lastPathSegment(url: string): string {
  const segments = url.split(/[?#]/, 1)[0]!.split('/');
  return segments.findLast((segment) => segment.trim() !== '') ?? url;
}
