import type { ErrorCode } from '#schema/error-codes.ts';

export const zhHansErrors: Record<ErrorCode, { summary: string; remedy: string }> = {
  invalid_input: { summary: '请求无效。', remedy: '请更正消息中指出的字段。' },
  too_large: { summary: '请求超过大小限制。', remedy: '请一次少发送一些。' },
  not_found: { summary: '没有找到。', remedy: '请检查编号或地址。' },
  conflict: { summary: '当前状态不允许此操作。', remedy: '请先按消息所说的处理。' },
  in_use: { summary: '仍在使用中。', remedy: '请选择替代项，它会在各处接替。' },
  idempotency_key_reused: { summary: '此幂等键属于另一个请求。', remedy: '请为每个新请求使用新的键。' },
  unauthorized: { summary: '缺少有效的令牌。', remedy: '请使用服务器的 PRECIS_TOKEN 访问。' },
  foreign_host: {
    summary: '请求的主机或来源不属于此服务器。',
    remedy: '请用 Precis 启动时显示的地址打开。',
  },

  source_empty: { summary: '没有可摘要的文本。', remedy: '请提供文本，或打开原网页。' },
  source_too_short: { summary: '文本比它的摘要还短。', remedy: '直接阅读即可，或选择仍然摘要。' },
  source_same_language: { summary: '原文已经是目标语言。', remedy: '请选择其他语言，或仍要翻译。' },
  source_title_only: { summary: '只有标题，没有正文。', remedy: '请先获取全文。' },
  source_blocked: {
    summary: '网页返回的是拦截页或付费墙，而不是文章。',
    remedy: '请打开原网页并粘贴其文本。',
  },
  text_work_failed: {
    summary: '处理该文本耗时过长或占用内存过多。',
    remedy: '请将文本拆分后逐段尝试。',
  },

  fetch_refused: {
    summary: '不允许访问该地址。',
    remedy: '请使用公开的 http(s) 地址，或在 PRECIS_ALLOW_HOSTS 中写明该主机。',
  },
  fetch_failed: { summary: '无法获取网页。', remedy: '请检查地址和网络连接，然后重试。' },
  fetch_timeout: { summary: '网页没有及时响应。', remedy: '请稍后重试。' },
  fetch_too_large: { summary: '网页超过大小限制。', remedy: '请保存需要的部分，再摘要该文件。' },
  fetch_unsupported: {
    summary: '该地址没有可读的文本。',
    remedy: '请提供网页、Markdown 或纯文本。',
  },
  feed_unreadable: {
    summary: '该地址没有可读取的订阅源。',
    remedy: '请提供 RSS、Atom 或 JSON 订阅源的地址，或提供订阅源的网站地址。',
  },
  feed_choice: {
    summary: '该网站有多个订阅源。',
    remedy: '请从列出的订阅源中选择，再用它的地址订阅。',
  },
  feed_missing: {
    summary: '该网站没有声明订阅源。',
    remedy: '请在网站上查找订阅地址，或单独添加网页。',
  },
  file_unsupported: {
    summary: '无法读取该文件。',
    remedy: '请提供 HTML、Markdown、纯文本，或含有文字的 PDF。',
  },

  template_invalid: {
    summary: '模板文件无效。',
    remedy: '请修正消息中指出的字段；在此之前使用内置模板。',
  },
  template_missing: { summary: '没有这个模板。', remedy: '请从列出的模板中选择。' },
  template_parameter_missing: {
    summary: '模板所需的值未提供。',
    remedy: '请提供消息中指出的参数，或在模板中设置默认值。',
  },

  model_cannot_translate: {
    summary: '离线模型无法翻译。',
    remedy: '请在“设置 → 模型”中添加模型，或运行 precis models add。',
  },
  agent_missing: {
    summary: '此空间的智能体已被删除。',
    remedy: '请为此空间选择另一个智能体。在此之前，不会向任何模型发送内容。',
  },
  model_not_configured: { summary: '没有配置这个模型。', remedy: '请添加该模型配置，或选择内置模型。' },
  model_unauthorized: { summary: '模型服务商拒绝了密钥。', remedy: '请检查模型配置中的密钥。' },
  model_not_found: { summary: '服务商没有这个模型。', remedy: '请检查配置中的模型名称和地址。' },
  model_rate_limited: { summary: '服务商限制了请求频率。', remedy: '请等到所示时间，或换用其他模型。' },
  model_unavailable: { summary: '服务商返回了临时错误。', remedy: '请稍后重试。' },
  model_unreachable: {
    summary: '无法连接到服务商。',
    remedy: '请检查地址和网络连接；如果是本地模型，请启动它的服务。',
  },
  model_refused: { summary: '服务商拒绝了请求。', remedy: '请查看详情中服务商的说明。' },
  model_redirected: {
    summary: '服务商的地址跳转到了别处。',
    remedy: '请把地址设为最终地址；密钥不会发往别处。',
  },
  model_first_token_timeout: {
    summary: '模型没有及时开始回答。',
    remedy: '请重试，或调高配置中的首词元超时。',
  },
  model_idle_timeout: { summary: '模型回答到一半停住了。', remedy: '请重试，或调高配置中的空闲超时。' },
  model_stream_cut: { summary: '回答到一半连接中断。', remedy: '请重试。' },
  model_output_empty: { summary: '模型没有返回任何内容。', remedy: '请重试或换用其他模型。' },
  model_output_cut_off: {
    summary: '回答达到模型的输出上限而被截断。',
    remedy: '请调高配置中的输出上限，或选择更简短的程度。',
  },
  model_output_filtered: { summary: '服务商的内容过滤中止了回答。', remedy: '请换用其他模型处理此文本。' },
  model_bad_response: {
    summary: '无法理解服务商的回答。',
    remedy: '请检查地址是否属于所选的服务商类型。',
  },
  model_context_exceeded: {
    summary: '模型的上下文容不下提示本身。',
    remedy: '请把配置中的上下文设为模型的实际大小，或换用更大的模型。',
  },

  key_unreadable: {
    summary: '无法解密已保存的密钥。',
    remedy: '请恢复密钥文件或 PRECIS_SECRET_KEY，或重新输入密钥。',
  },
  key_missing: {
    summary: '应保存密钥的环境变量没有设置。',
    remedy: '请设置消息中指出的变量，然后重新启动 Precis。',
  },
  key_origin_changed: {
    summary: '密钥是为另一个地址提供的。',
    remedy: '请重新输入密钥，确认可以发往新地址。',
  },

  summary_refused: {
    summary: '对话串的新摘要未被采用。',
    remedy: '摘要和消息均未改变。发送下一条消息时会再试；如果一直失败，请为摘要器换一个模型。',
  },
  spending_capped: {
    summary: '自动运行已暂停：已达到花费上限。',
    remedy: '可手动启动，等到第二天或下个月，或在“设置”中提高上限。',
  },
  run_timeout: {
    summary: '运行超过了时限。',
    remedy: '请重试、换用更快的模型，或调高配置中的运行超时。',
  },
  run_cancelled: { summary: '运行已取消。', remedy: '需要时可以重新开始。' },
  run_interrupted: {
    summary: '程序在运行期间不止一次停止。',
    remedy: '请查明程序停止的原因，然后重试。',
  },
  result_unsaved: {
    summary: '结果无法保存。',
    remedy: '请在日志中查看数据库的错误，运行 precis doctor，然后重新开始。',
  },

  database_newer: {
    summary: '数据库由更新版本的 Precis 写入。',
    remedy: '请更新 Precis，或使用另一个 PRECIS_HOME。',
  },
  database_older: {
    summary: '数据库由过旧版本的 Precis 写入，此版本无法升级。',
    remedy: '请检出消息中给出的提交，用它打开此数据库一次，然后再启动此版本。',
  },
  database_damaged: {
    summary: '数据库文件已损坏，或不是 Precis 的数据库。',
    remedy: '其中内容未被改动。请用备份替换它，或将 PRECIS_HOME 设为其他文件夹。',
  },
  disk_full: {
    summary: '磁盘已满，无法保存任何内容。',
    remedy: '请腾出空间。之后 Precis 会自动继续，或可重新启动。',
  },
  database_unavailable: {
    summary: '无法使用数据库。',
    remedy: '请检查路径、权限和剩余空间，或 DATABASE_URL。',
  },
  port_in_use: {
    summary: '另一个程序或另一个 Precis 正在使用此端口。',
    remedy: '请使用正在运行的那个，停止它，或将 PRECIS_PORT 设为空闲端口。',
  },
  token_required: {
    summary: '在本机之外监听需要令牌。',
    remedy: '请设置 PRECIS_TOKEN，或在 127.0.0.1 上监听。',
  },
  server_unreachable: {
    summary: '无法连接到 Precis 服务器。',
    remedy: '请确认它正在运行（precis serve），且地址正确。',
  },
  server_incompatible: {
    summary: 'Precis 服务器的回答无法理解。',
    remedy: '请在两端使用相同版本的 Precis，并检查地址。',
  },
  internal: { summary: '发生了意外情况。', remedy: '请重试；日志中可凭参考编号查到详情。' },
};
