import type { Words } from './words.js';

export const ja: Words = {
  back: 'ページに戻る',
  greeting: { name: '{name} 様', company: '{company} {name} 様' },
  video: '動画',
  links: 'リンク',
  copied: 'コピーしました',
  slides: {
    previous: '前のスライド',
    next: '次のスライド',
    position: 'スライド {number} / {count}',
  },
  form: {
    email: 'メールアドレス',
    optional: '（任意）',
    thanks: 'ありがとうございます。送信内容を受け付けました。',
  },
  faults: {
    too_quick: '送信が早すぎたため受け付けられませんでした。もう一度送信してください。',
    email_missing: 'メールアドレスを入力してください。',
    phone_missing: '電話番号を入力してください。',
    linkedin_missing: 'LinkedInプロフィールのアドレスを入力してください。',
    text_missing: 'この項目を入力してください。',
    choice_missing: '1つ選択してください。',
    consent_missing: 'チェックを入れてください。',
    wrong_email: 'メールアドレスを正しく入力してください（例：{example}）。',
    wrong_phone: '電話番号を国番号から入力してください（例：{example}）。',
    wrong_linkedin: 'プロフィールのアドレスを入力してください（例：{example}）。',
    wrong_choice: '選択肢の中から1つ選択してください。',
    too_short: { other: '{count}文字以上で入力してください。' },
    too_long: { other: '{count}文字以内で入力してください（現在{length}文字）。' },
  },
  question: {
    label: '質問する',
    ask: '送信',
    missing: '質問を入力してください。',
    tooLong: { other: '質問は{count}文字以内です。短くしてください。' },
    noAnswer: 'この質問への回答はまだありません。質問は保存されました。',
    tooManyOfVisit: '多くの質問をいただきました。{when}にもう一度お越しください。',
    tooMany: '質問が集中しています。{when}にもう一度お試しください。',
  },
  notices: {
    notFound: { title: 'ページが見つかりません', text: 'このアドレスにページはありません。' },
    unknownHost: { title: 'ページが見つかりません', text: 'このホスト名のサイトはありません。' },
    gone: { title: 'このページはなくなりました', text: 'このアドレスのページは削除されました。' },
    notReady: { title: 'このページは準備中です', text: '{when}にもう一度お試しください。' },
    wrongMethod: { title: 'ここではその操作はできません', text: 'ページは閲覧のみ可能です。' },
    tooManyVisits: {
      title: 'しばらくお待ちください',
      text: 'お使いのアドレスからのアクセスが多すぎます。{when}にもう一度お試しください。',
    },
    tooManyForms: {
      title: 'しばらくお待ちください',
      text: 'フォームの送信が集中しています。{when}にもう一度お試しください。',
    },
    tooManyPreviews: {
      title: 'しばらくお待ちください',
      text: 'プレビューの表示が集中しています。{when}にもう一度お試しください。',
    },
    busy: {
      title: 'もう一度お試しください',
      text: 'サイトが混み合っているか、メンテナンス中です。',
    },
    failed: { title: '問題が発生しました', text: 'サイト側で問題が発生しました。' },
    invalidUrl: {
      title: 'このリンクは正しくありません',
      text: 'リンク全体がコピーされているかご確認ください。',
    },
    expiredUrl: {
      title: 'このリンクは有効期限が切れています',
      text: 'ページを開き直すか、新しいリンクをお求めください。',
    },
    tooLarge: { title: '内容が長すぎます', text: '入力内容を短くしてください。' },
    malformed: {
      title: 'この操作はできません',
      text: 'アドレスまたはリクエストの形式が正しくありません。',
    },
    refused: { title: 'この操作はできません', text: 'サイトはリクエストを受け付けませんでした。' },
  },
};
