import type { ComponentChildren, VNode } from 'preact';
import { ELAPSED, HONEYPOT, type FormField } from '../../forms/index.js';
import { faultText, type FormFault } from '../words/fault-text.js';
import { useWords } from './words-context.js';

/** The key of the visit. Only sent with JavaScript. Internal fields begin with an underscore; fields of forms never do. */
export const VISIT = '_visit';

const SHORT_TEXT = 200;

/** Without a prototype, because a field may be called `constructor`. */
const NOTHING = Object.create(null) as Record<string, undefined>;

/** A form with all data for rendering it. */
export interface FormProps {
  /** The URL that the form is sent to; undefined if it can't be sent, as in a preview. */
  url: string | undefined;
  fields: readonly FormField[];
  /** Whether it is the site's own form, whose label is in the site's words. */
  isOwn: boolean;
  /** What to know before it is filled in. Shown beside it. */
  instructions: string | undefined;
  /** The URL that visitors are redirected to afterwards. */
  thankYouUrl: string | null;
  /** The text of its button. */
  title: string;
}

/** The values and faults of a rejected form. */
export interface ReturnedForm {
  given: Readonly<Record<string, string | undefined>>;
  faults: readonly FormFault[];
}

/**
 * Sends forms without leaving the page, and shows the response. If that fails, the browser sends the form. It adds how
 * long the page was open and the key of the visit: the key of the tracker, or its own if the tracker is off.
 */
export const FORM_SCRIPT = [
  `(()=>{const t0=Date.now();`,
  `const r=[...crypto.getRandomValues(new Uint8Array(16))].map(b=>b.toString(16).padStart(2,'0')).join('');`,
  `for(const f of document.querySelectorAll('form[data-foyer]')){`,
  `const named=n=>f.querySelector('[name="'+n+'"]');`,
  `const tell=(n,x)=>{const i=named(n)||f.appendChild(Object.assign(document.createElement('input'),{type:'hidden',name:n}));i.value=x};`,
  `f.addEventListener('submit',async e=>{e.preventDefault();tell('${ELAPSED}',Date.now()-t0);tell('${VISIT}',window.foyer&&foyer.visit||r);`,
  `const b=f.querySelector('button');b.disabled=true;`,
  `try{const x=await fetch(f.getAttribute('action'),{method:'POST',body:new URLSearchParams(new FormData(f)),headers:{accept:'application/json'}});`,
  `const a=await x.json();if(x.ok){if(a.thankYouUrl)return location.assign(a.thankYouUrl);`,
  `const p=document.createElement('p');p.setAttribute('role','status');p.className='thanks';p.dir='auto';p.textContent=a.thankYouText;const l=x.headers.get('content-language');if(l)p.lang=l;f.replaceWith(p);return}`,
  `for(const o of f.querySelectorAll('.fault')){o.textContent='';o.hidden=true}`,
  `for(const i of f.querySelectorAll('[aria-invalid]'))i.removeAttribute('aria-invalid');`,
  `for(const x of a.faults||[{field:'',message:a.detail}]){`,
  `const o=f.querySelector('[data-fault="'+x.field+'"]')||f.querySelector('[data-fault=""]');o.textContent=x.message;o.hidden=false;`,
  `const i=x.field&&named(x.field);if(i)i.setAttribute('aria-invalid','true')}`,
  `const i=f.querySelector('[aria-invalid]');if(i)i.focus();b.disabled=false}`,
  `catch{HTMLFormElement.prototype.submit.call(f)}})}})()`,
].join('');

export function Form({
  url,
  fields,
  given = NOTHING,
  faults = [],
  title,
  isOwn,
}: FormProps & Partial<ReturnedForm>): VNode {
  const faultOf = (name: string) => faults.find(({ field }) => field === name);
  return (
    <form class="form" method="post" action={url} data-foyer="">
      <Fault name="" fault={faultOf('')} />
      {fields.map((field) => (
        <Field field={field} isOwn={isOwn} given={given[field.name]} fault={faultOf(field.name)} />
      ))}
      <p class="unseen" aria-hidden="true">
        <label for={idOf(HONEYPOT)}>Website</label>
        <input id={idOf(HONEYPOT)} name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </p>
      <button class="button" disabled={!url} dir="auto">
        {title}
      </button>
    </form>
  );
}

interface FieldProps extends Pick<FormProps, 'isOwn'> {
  field: FormField;
  given: string | undefined;
  fault: FormFault | undefined;
}

function Field({ field, isOwn, given, fault }: FieldProps): VNode {
  const { name, type, label, required } = field;
  const { form, languageAttributes } = useWords();
  const common = {
    ...{ id: idOf(name), name, required, dir: 'auto' as const },
    'aria-invalid': fault ? ('true' as const) : undefined,
    'aria-describedby': `${idOf(name)}-fault`,
  };
  const described = (input: ComponentChildren) => (
    <div class={type === 'consent' ? 'field consent' : 'field'}>
      {input}
      <Fault name={name} fault={fault} />
    </div>
  );
  const text = (
    <label for={common.id} {...(isOwn ? languageAttributes : { dir: 'auto' })}>
      {isOwn ? form.email : label}
      {!required && (
        <>
          {' '}
          <span class="optional" {...languageAttributes}>
            {form.optional}
          </span>
        </>
      )}
    </label>
  );
  if (type === 'consent')
    return described(
      <>
        <input {...common} type="checkbox" value="yes" checked={given !== undefined && given !== ''} />
        {text}
      </>,
    );
  return described(
    <>
      {text}
      <Input {...field} common={common} given={given} />
    </>,
  );
}

const INPUT_TYPES = {
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  linkedin: { type: 'text', inputMode: 'url' },
  text: { type: 'text' },
} as const;

function Input({
  type,
  options,
  maxLength,
  common,
  given,
}: FormField & { common: object; given: string | undefined }): VNode {
  if (type === 'choice')
    return (
      <select {...common}>
        <option value="">–</option>
        {options.map((option) => (
          <option value={option} selected={option === given}>
            {option}
          </option>
        ))}
      </select>
    );
  if (type === 'text' && (maxLength === undefined || maxLength > SHORT_TEXT))
    return (
      <textarea {...common} rows={4}>
        {given}
      </textarea>
    );
  return <input {...common} {...INPUT_TYPES[type as keyof typeof INPUT_TYPES]} value={given} />;
}

function Fault({ name, fault }: { name: string; fault: FormFault | undefined }): VNode {
  const words = useWords();
  return (
    <p
      class="fault"
      id={name ? `${idOf(name)}-fault` : undefined}
      data-fault={name}
      hidden={!fault}
      role="alert"
      {...words.languageAttributes}
    >
      {fault && faultText(fault, words)}
    </p>
  );
}

function idOf(name: string): string {
  return `form-${name}`;
}
