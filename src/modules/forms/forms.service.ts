import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists/lists.js';
import { substringFilterOf } from '../../shared/database/lists/text-filters.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { notFound } from '../../shared/kernel/errors.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { formById, formList, formView } from './dto/form-reads.js';
import { Form } from './entities/form.entity.js';
import type { CreateForm, FormsQuery, FormView, UpdateForm } from './dto/forms.dto.js';
import type { FormChangeKind } from './forms.events.js';

@Injectable()
export class FormsService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly events: Events,
  ) {}

  list({ query, ...page }: FormsQuery): Promise<ListPage<FormView>> {
    return this.lists.page(formList, page, (rows) => rows.map(formView), substringFilterOf(query));
  }

  async get(formId: string): Promise<FormView> {
    const row = await this.reads.one(formById, formId);
    if (!row) throw notFound('form');
    return formView(row);
  }

  async create(given: CreateForm): Promise<FormView> {
    const form = Form.create(given);
    this.em.persist(form);
    return this.changed('form.created', form);
  }

  async update(formId: string, change: UpdateForm, precondition: Precondition): Promise<FormView> {
    const form = await this.load(formId, precondition);
    form.change(change);
    return this.changed('form.updated', form);
  }

  async delete(formId: string, precondition: Precondition): Promise<FormView> {
    const form = await this.load(formId, precondition);
    return form.delete() ? this.changed('form.deleted', form) : formView(form);
  }

  async restore(formId: string): Promise<FormView> {
    const form = await this.load(formId);
    return form.restore() ? this.changed('form.restored', form) : formView(form);
  }

  /** Locks the form, so that checks still hold when it is changed. */
  private async load(formId: string, precondition?: Precondition): Promise<Form> {
    const form = await this.recordLock.findOne(Form, { id: formId });
    if (!form) throw notFound('form');
    precondition?.assertHolds(formView(form));
    return form;
  }

  private changed(type: FormChangeKind, form: Form): FormView {
    const view = formView(form);
    this.events.record({ type, formId: view.formId });
    return view;
  }
}
