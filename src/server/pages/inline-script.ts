import { createHash } from 'node:crypto'

/**
 * Runs before the first paint: the person's theme, and whether someone is signed in here, as attributes that CSS
 * reads; and it notes what the person does before the page's own scripts are there (`web/app/early-events.ts`): a form without an
 * address of its own is then held back, for its fields must never end up in one. Its text never changes between pages, so that the content security policy can allow it by its hash.
 */
export const inlineScript = `(()=>{const r=document.documentElement;try{const t=localStorage.getItem('theme');if(t==='night'||t==='day'){r.dataset.theme=t;for(const m of document.querySelectorAll('meta[name="theme-color"]'))m.content=t==='night'?'#0f1218':'#f7f5f1'}r.dataset.session=localStorage.getItem('accessToken')===null?'out':'in'}catch{}const k=[],n=['input','click','submit'],f=e=>{const x=e.target;if(e.type==='submit'){if(x.hasAttribute('action'))return;e.preventDefault()}k.push([e.type,x,x.value,x.checked])};for(const t of n)addEventListener(t,f,true);window.early={events:k,stop(){for(const t of n)removeEventListener(t,f,true)}}})()`

/** The script's source expression in a content security policy. */
export const inlineScriptSource = sourceOf(inlineScript)

/** The source expression by which a content security policy allows exactly this text. */
export function sourceOf(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
