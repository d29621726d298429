import type { Api } from '../../calling/api-caller.js';
import type { ShownForm } from './forms.js';
import { previewWith, type SitePreview } from './site-preview.js';

/** A page with nothing on it but this form, if possible one that shows it. */
export function previewOfForm(api: Api, { formId, name }: ShownForm): Promise<SitePreview | undefined> {
  const action = { actionId: 'form', purpose: name, buttonTitle: name, actionType: 'submit_form', url: '' };
  const change = {
    ...{ defaultFormId: formId, actions: [action], headerActionId: null },
    ...{ body: null, blocks: [], actionCardWidgets: [], topicIds: [] },
  };
  return previewWith(api, change, (page) => page.defaultFormId === formId);
}
