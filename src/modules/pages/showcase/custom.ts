import { showcaseTopicId } from '../../topics/index.js';
import { markdownPicture, openUrlAction, picture, type ShowcaseContent } from './parts.js';

export const custom: ShowcaseContent = {
  name: 'عرض لمخابز الريف',
  pageContext: 'لأصحاب المخابز. بلغة بسيطة وأرقام واضحة.',
  pageType: 'custom',
  language: 'ar',
  metadata: {
    title: 'شمسُ السطح تُشغّل أفرانكم',
    description: 'نصمّم أنظمة الطاقة الشمسية للمخابز ونركّبها ونعتني بها عشرين عامًا، بعقد واحد وسعر ثابت.',
    ogSiteName: 'Acme',
  },
  coverImage: {
    ...picture('rooftops', 'بيوت بيضاء على أسطحها ألواح شمسية تحت شمس ساطعة'),
    focus: { x: 0.5, y: 0.6 },
  },
  topicIds: [showcaseTopicId('ar')],
  headerActionId: 'visit',
  actions: [
    openUrlAction('visit', { purpose: 'زيارة مجانية لقياس السطح', buttonTitle: 'اختاروا موعدًا' }),
    {
      actionId: 'code',
      purpose: 'خصم عشرة بالمئة حتى نهاية مارس',
      buttonTitle: 'نسخ الرمز',
      actionType: 'copy_text',
      url: 'SPRING-ROOF',
    },
    {
      actionId: 'talk',
      purpose: 'اتركوا بريدكم ونتصل بكم خلال يومين',
      buttonTitle: 'اتصلوا بي',
      actionType: 'submit_form',
      url: 'https://acme.example/talk',
    },
  ],
  body: [
    '## لماذا المخابز؟',
    'تعمل أفرانكم طوال اليوم، وسطحكم يبقى فارغًا. سطح مساحته 250 مترًا مربعًا يغطي **58%** من استهلاك مخبز فيه عشرة عمال.',
    markdownPicture('chart', 'منحنى إنتاج السطح خلال اليوم فوق منحنى استهلاك المخبز'),
    'الأخضر كهرباء لم تعودوا تشترونها، والأصفر ما تبيعونه للشبكة أو تخزنونه لليل.',
    '- عقد واحد للتصميم والتصاريح والتركيب\n- لا توقف للعمل أثناء التركيب\n- إنتاج نضمنه، وندفع الفرق إن نقص',
  ].join('\n\n'),
  blocks: [
    {
      type: 'picture_text',
      picture: picture('storage', 'خزانتا بطاريات بيضاوان وشاشة على جدار'),
      pictureSide: 'start',
      title: 'كهرباء الظهر لخبز الفجر',
      text: 'تبدأ أفرانكم قبل شروق الشمس. لذلك نخزن فائض الظهر في بطاريات صغيرة، فتخبزون بها **قبل الفجر**.',
    },
    {
      type: 'steps',
      title: 'من الاتصال إلى أول كيلوواط',
      steps: [
        { title: 'القياس', text: 'نقيس السطح بطائرة صغيرة خلال ساعتين.' },
        { title: 'الخطة', text: 'تتسلمون خطة وسعرًا ثابتًا خلال أسبوع.' },
        { title: 'التركيب', text: 'خمسة أيام على السطح، وساعة واحدة بلا تيار.' },
      ],
    },
    {
      type: 'quote',
      quote: 'انخفضت فاتورة الكهرباء إلى النصف منذ الشهر الأول، ولم نغلق المخبز يومًا واحدًا.',
      name: 'ليلى منصور',
      role: 'مديرة مخبز السنابل',
      portrait: picture('layla', ''),
    },
  ],
};
