/**
 * For paper of any size: ink on white, one column, and what a reader can do on paper. Links show where they lead. The
 * answers of questions are printed, also those that are closed.
 */
export const PRINT = `
@page{margin:18mm 16mm}
@media print{
:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#333;--link:#000;--line:#bbb;--card:#fff}
body{display:block;font-size:10.5pt;line-height:1.5}
.wrap{max-width:none!important;padding-inline:0}
header .wrap{min-height:0;padding-block:0 .5rem}
header .button,.hero .button,video,form,.copy button{display:none!important}
section,.hero{padding-block:.75rem}
h1{font-size:24pt}
h1,h2,h3,h4,h5,h6{break-after:avoid}
p,li,blockquote{orphans:3;widows:3}
.card,.widget,.logos li,figure,picture,img,tr,pre{break-inside:avoid}
.card{background:none!important;border-color:var(--line)!important;color:var(--ink)!important;box-shadow:none}
.cover img{max-height:7cm}
.card .button{padding:0;background:none!important;color:var(--ink)!important;box-shadow:none!important;text-align:start}
:is(.prose,.card) a[href^=http]::after{content:" (" attr(href) ")";font-weight:400;word-break:break-all}
.prose table{display:table;width:100%}
.prose pre{white-space:pre-wrap}
.beside{position:static}
details{break-inside:avoid}
details::details-content{display:block;content-visibility:visible;block-size:auto;opacity:1}
summary::after{content:none}
footer{margin-top:1rem;background:none}
footer .wrap{padding-block:.75rem}}`;
