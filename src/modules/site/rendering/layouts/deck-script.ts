/**
 * Turns slides with the arrow keys, with PageUp and PageDown, Home and End, and shows the progress. Keys that scroll do so
 * until the end of a slide that is higher than the screen. Fields, videos and what scrolls sideways keep their keys.
 */
export const DECK_SCRIPT = [
  `(()=>{const s=[...document.querySelectorAll('.slide')],p=document.querySelector('.progress');`,
  `const top=e=>e.getBoundingClientRect().top;`,
  `const at=()=>Math.max(0,s.findLastIndex(e=>top(e)<innerHeight/2));`,
  `const show=()=>p.value=at()+1;`,
  `const turn=i=>{const e=s[Math.min(Math.max(i,0),s.length-1)];e.scrollIntoView({behavior:'instant'});e.focus({preventScroll:true});show()};`,
  `const rtl=getComputedStyle(document.documentElement).direction==='rtl'?-1:1;`,
  `const scrolls=d=>{const r=s[at()].getBoundingClientRect();return d>0?r.bottom>innerHeight+1:r.top<-1};`,
  `addEventListener('keydown',e=>{`,
  `if(e.defaultPrevented||e.ctrlKey||e.altKey||e.metaKey||e.shiftKey||e.isComposing)return;`,
  `if(e.target.closest('input,textarea,select,video,audio,iframe,pre,table,[contenteditable]'))return;`,
  `const k={ArrowRight:rtl,ArrowLeft:-rtl,PageDown:1,PageUp:-1,ArrowDown:1,ArrowUp:-1,Home:-1/0,End:1/0}[e.key];`,
  `if(!k||!/Right|Left|Home|End/.test(e.key)&&scrolls(k))return;`,
  `e.preventDefault();turn(at()+k)});`,
  `addEventListener('scroll',show,{passive:true});`,
  `p.hidden=s.length<2;show()})()`,
].join('');
