import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { Empty, FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { TO_DELETE } from '../../shared/kernel/example-ids.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { CreateForm, FormListView, FormsQuery, FormView, UpdateForm } from './dto/forms.dto.js';
import { formList } from './dto/form-reads.js';
import { FormsService } from './forms.service.js';

@Controller()
@ApiTags('forms')
export class FormsController {
  constructor(private readonly forms: FormsService) {}

  @Endpoint('GET /v0/forms', {
    summary: 'List forms',
    description: `All forms that are not deleted, newest first. ${aboutCombinations(formList.source)}`,
    access: 'forms:read',
    answer: FormListView,
  })
  listForms(@FromQuery() query: FormsQuery) {
    return this.forms.list(query);
  }

  @Endpoint('POST /v0/forms', {
    summary: 'Create a form',
    description:
      'To show the form, use its id as `defaultFormId` of a page, or as `actionFormIdOverride` of an audience.',
    access: 'forms:write',
    answer: FormView,
    status: 201,
  })
  createForm(@FromBody() body: CreateForm) {
    return this.forms.create(body);
  }

  @Endpoint('GET /v0/forms/{form_id}', {
    summary: 'Get a form',
    description: 'One form, even if it is deleted.',
    access: 'forms:read',
    answer: FormView,
  })
  getForm(@PathId('form_id', 'form') formId: string) {
    return this.forms.get(formId);
  }

  @Endpoint('PATCH /v0/forms/{form_id}', {
    summary: 'Update a form',
    description: 'Changes the given fields; null clears a field. Visitors see the change within a second.',
    conflict: { code: 'form_deleted', when: 'The form is deleted.' },
    access: 'forms:write',
    answer: FormView,
  })
  updateForm(
    @PathId('form_id', 'form') formId: string,
    @FromBody() body: UpdateForm,
    @IfMatch() precondition: Precondition,
  ) {
    return this.forms.update(formId, body, precondition);
  }

  @Endpoint('DELETE /v0/forms/{form_id}', {
    summary: 'Delete a form',
    description:
      'Pages no longer show the form. Its submissions stay, and it can be restored. A repeat returns it unchanged.',
    access: 'forms:write',
    answer: FormView,
  })
  deleteForm(@PathId('form_id', 'form', TO_DELETE) formId: string, @IfMatch() precondition: Precondition) {
    return this.forms.delete(formId, precondition);
  }

  @Endpoint('POST /v0/forms/{form_id}/restore', {
    summary: 'Restore a form',
    description: 'Undoes a deletion. A form that is not deleted is returned unchanged.',
    access: 'forms:write',
    answer: FormView,
  })
  restoreForm(@PathId('form_id', 'form', TO_DELETE) formId: string, @FromBody() _body: Empty) {
    return this.forms.restore(formId);
  }
}
