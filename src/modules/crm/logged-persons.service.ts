import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { TenantLock } from '../../shared/database/tenant-lock.js';
import { invalid, unknownReference } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { localPartOf } from './email-address.js';
import { NewPersons } from './new-persons.service.js';
import { emailKeyOf, factsOf, linkedinKeyOf } from './person-facts.js';
import { lockPerson, lockPersonLike } from './person-reads.js';

const MAX_NAME_LENGTH = 255;

/** What tells who a log entry is about. */
interface Identity {
  personId?: string;
  email?: string;
  phoneNumber?: string;
  linkedinProfileUrl?: string;
  name?: string;
}

interface Identified {
  personId: string;
  createdPerson: boolean;
}

/** Whom the entries of logs are about. */
@Injectable()
export class LoggedPersons {
  constructor(
    private readonly reads: PreparedReads,
    private readonly tenantLock: TenantLock,
    private readonly newPersons: NewPersons,
  ) {}

  /** Finds the person, or makes it; and holds it, so that its account is the same when the entry is written. */
  async identify(identity: Identity): Promise<Identified> {
    const { personId } = identity;
    if (personId !== undefined) return { personId: await this.known(personId), createdPerson: false };
    assertTells(identity);
    return (await this.find(identity)) ?? this.findOrMake(identity);
  }

  private async known(personId: string): Promise<string> {
    const uuid = uuidOf('person', personId);
    if (uuid && (await this.reads.one(lockPerson, uuid))) return uuid;
    throw unknownReference('unknown_person', '/personId', 'There is no such person.');
  }

  private async find({ email, phoneNumber, linkedinProfileUrl }: Identity): Promise<Identified | undefined> {
    const row = await this.reads.one(
      lockPersonLike,
      email && emailKeyOf(email),
      phoneNumber,
      linkedinProfileUrl && linkedinKeyOf(linkedinProfileUrl),
    );
    return row && { personId: row.id, createdPerson: false };
  }

  /** One at a time: who is unknown to two requests at once is made by the first, and found by the second. */
  private async findOrMake(identity: Identity): Promise<Identified> {
    await this.tenantLock.acquire('persons of logs');
    for (;;) {
      const known = await this.find(identity);
      if (known) return known;
      const made = await this.newPersons.make(factsOf({ ...identity, name: nameFor(identity) }));
      if (made) return { personId: made.id, createdPerson: true };
      // Somebody else has just been given the address, other than by a log: now it is known, or free again.
    }
  }
}

function assertTells({ email, phoneNumber, linkedinProfileUrl }: Identity): void {
  if ([email, phoneNumber, linkedinProfileUrl].some((given) => given !== undefined)) return;
  const message = 'personId, email, phoneNumber or linkedinProfileUrl is required, to tell who it is.';
  throw invalid([{ pointer: '/personId', code: 'required', message }]);
}

/** Whoever has no name yet is called by what is known: the address without its domain, the number, the profile. */
function nameFor({ name, email, phoneNumber, linkedinProfileUrl }: Identity): string {
  const known = name ?? (email && localPartOf(email)) ?? phoneNumber ?? lastStepOf(linkedinProfileUrl!);
  return Array.from(known).slice(0, MAX_NAME_LENGTH).join('');
}

function lastStepOf(url: string): string {
  const steps = url.split(/[?#]/, 1)[0]!.split('/');
  return steps.findLast((step) => step.trim() !== '') ?? url;
}
