import type { VNode } from 'preact';
import { HONEYPOT } from '../../forms/index.js';
import { VISIT } from './form.js';
import { useWords } from './words-context.js';

/** The field with the question. */
export const QUESTION = 'question';

/** Shows the answer below the question, without leaving the page. If that fails, the browser sends the question. */
export const QUESTION_SCRIPT = [
  `(()=>{const r=[...crypto.getRandomValues(new Uint8Array(16))].map(b=>b.toString(16).padStart(2,'0')).join('');`,
  `const f=document.querySelector('form[data-foyer-question]'),o=f.querySelector('[role=status]'),b=f.querySelector('button');`,
  `f.addEventListener('submit',async e=>{e.preventDefault();b.disabled=true;`,
  `try{const d=new FormData(f);d.set('${VISIT}',window.foyer&&foyer.visit||r);`,
  `const x=await fetch(f.getAttribute('action'),{method:'POST',body:new URLSearchParams(d),headers:{accept:'application/json'}});`,
  `const a=await x.json();o.textContent=x.ok?a.answer:a.detail;const l=x.headers.get('content-language');l?o.lang=l:o.removeAttribute('lang');b.disabled=false}`,
  `catch{HTMLFormElement.prototype.submit.call(f)}})})()`,
].join('');

export interface QuestionBoxProps {
  /** The URL that the question is sent to; undefined if it can't be sent, as in a preview. */
  url: string | undefined;
  maxLength: number;
}

export function QuestionBox({ url, maxLength }: QuestionBoxProps): VNode {
  const { question, languageAttributes } = useWords();
  return (
    <form class="form" method="post" action={url} data-foyer-question="">
      <div class="field">
        <label for="question" {...languageAttributes}>
          {question.label}
        </label>
        <input id="question" name={QUESTION} maxLength={maxLength} required autoComplete="off" dir="auto" />
      </div>
      <p class="unseen" aria-hidden="true">
        <label for="question-website">Website</label>
        <input id="question-website" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </p>
      <button class="button quiet" disabled={!url} {...languageAttributes}>
        {question.ask}
      </button>
      <p class="thanks" role="status" dir="auto"></p>
    </form>
  );
}
