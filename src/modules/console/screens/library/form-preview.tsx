import type { Api } from '../../calling/api-caller.js';
import type { ShownForm } from './forms.js';
import { previewWith, type SitePreview } from './site-preview.js';

/** The newest page with nothing on it but this form. */
export function previewOfForm(api: Api, { formId, name }: ShownForm): Promise<SitePreview | undefined> {
  const action = { actionId: 'form', purpose: name, buttonTitle: name, actionType: 'submit_form', url: '' };
  return previewWith(api, {
    ...{ defaultFormId: formId, actions: [action], headerActionId: null },
    ...{ body: null, blocks: [], actionCardWidgets: [], topicIds: [] },
  });
}
