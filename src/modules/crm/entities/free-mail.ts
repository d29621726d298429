/** Free mail providers. An address at one of them does not identify a company. */
export const FREE_MAIL: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com
  outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.jp outlook.com.br hotmail.com hotmail.co.uk
  hotmail.de hotmail.fr hotmail.es hotmail.it hotmail.com.br live.com live.co.uk live.de live.fr live.nl live.it
  live.ca live.com.au msn.com passport.com windowslive.com
  yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.co.id yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.hk
  yahoo.com.mx yahoo.com.ph yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.vn yahoo.ca yahoo.de yahoo.es yahoo.fr
  yahoo.in yahoo.it ymail.com rocketmail.com
  aol.com aol.co.uk aol.de aim.com verizon.net
  icloud.com me.com mac.com
  proton.me protonmail.com protonmail.ch pm.me
  gmx.com gmx.de gmx.net gmx.at gmx.ch gmx.fr gmx.co.uk web.de freenet.de t-online.de arcor.de posteo.de mailbox.org
  mail.com email.com usa.com post.com inbox.com hey.com zoho.com zohomail.com fastmail.com fastmail.fm hushmail.com
  tutanota.com tutanota.de tuta.io tuta.com mail.de mail.ee
  yandex.com yandex.ru ya.ru mail.ru bk.ru list.ru inbox.ru internet.ru rambler.ru ukr.net i.ua
  qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com 139.com aliyun.com
  naver.com daum.net hanmail.net nate.com kakao.com rediffmail.com
  comcast.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com optonline.net
  btinternet.com btopenworld.com sky.com talktalk.net virginmedia.com ntlworld.com
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr
  libero.it virgilio.it tiscali.it alice.it tin.it
  bol.com.br uol.com.br terra.com.br ig.com.br
  seznam.cz centrum.cz wp.pl o2.pl onet.pl interia.pl op.pl gazeta.pl
  bluewin.ch ziggo.nl planet.nl home.nl telenet.be skynet.be telia.com
  rogers.com shaw.ca sympatico.ca bigpond.com optusnet.com.au xtra.co.nz
  mailinator.com guerrillamail.com 10minutemail.com yopmail.com
  `
    .trim()
    .split(/\s+/),
);
