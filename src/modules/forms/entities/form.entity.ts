import { defineEntity, p } from '@mikro-orm/core';
import { columns, type ChangeOf, type RecordOf } from '../../../shared/database/records/column-map.js';
import {
  moment,
  newRecord,
  orderPreservingJson,
  recordColumns,
  timestamps,
} from '../../../shared/database/records/columns.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { conflict } from '../../../shared/kernel/errors.js';
import { assertFields } from './form-field-rules.js';
import type { FormField } from './form-parts.js';

/** The fields that a form is created with, and that can be changed later. */
const formFacts = columns({
  name: p.text(),
  fields: orderPreservingJson<FormField[]>(),
  thankYouText: p.text().nullable(),
  thankYouUrl: p.text().nullable(),
});

/** The fields of a form that are shown as stored. */
export const formColumns = formFacts.and(columns({ ...timestamps, deletedAt: moment().nullable() }));

const FormSchema = defineEntity({
  name: 'Form',
  tableName: 'form',
  properties: { ...recordColumns, ...formColumns.properties },
});

/** A form that visitors fill in. */
export class Form extends FormSchema.class {
  static create(given: RecordOf<typeof formFacts>): Form {
    assertFields(given.fields);
    return detached(Form, { ...newRecord(), ...formFacts.valuesOf(given), deletedAt: null });
  }

  /** Absent fields stay, and null clears. */
  change(change: ChangeOf<typeof formFacts>): void {
    if (this.deletedAt)
      throw conflict('form_deleted', 'The form is deleted; restore it before you change it.');
    if (change.fields) assertFields(change.fields);
    Object.assign(this, formFacts.given(change));
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** `delete` and `restore` return whether anything changed: a repeat records no event. */
  delete(): boolean {
    if (this.deletedAt) return false;
    this.deletedAt = this.updatedAt = clock.notBefore(this.updatedAt);
    return true;
  }

  restore(): boolean {
    if (!this.deletedAt) return false;
    this.deletedAt = null;
    this.updatedAt = clock.notBefore(this.updatedAt);
    return true;
  }
}

FormSchema.setClass(Form);
