import { Migration } from '@mikro-orm/migrations'

export class Migration20261124224003_conversation_list_index extends Migration {
  override name = 'Migration20261124224003_conversation_list_index'

  override up(): void | Promise<void> {
    this.addSql(`drop index "conversation_member_user_id_index";`)
    this.addSql(
      `create index "conversation_member_user_id_conversation_id_index" on "conversation_member" ("user_id", "conversation_id");`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "conversation_member_user_id_conversation_id_index";`)
    this.addSql(`create index "conversation_member_user_id_index" on "conversation_member" ("user_id");`)
  }
}
