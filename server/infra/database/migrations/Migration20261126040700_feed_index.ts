import { Migration } from '@mikro-orm/migrations'

/** Indexes from which a feed is read in each of its orders, however many posts there are. */
export class Migration20261126040700_feed_index extends Migration {
  override name = 'Migration20261126040700_feed_index'

  override up(): void | Promise<void> {
    this.addSql(`drop index "post_performer_id_published_at_index";`)
    this.addSql(`create index "post_performer_id_published_at_id_index" on "post" ("performer_id", "published_at", "id");`)
    for (const column of ['published_at', 'updated_at', 'created_at']) {
      const name = `post_feed_${column.replace('_', '')}_index`
      this.addSql(`create index "${name}" on "post" ("performer_id", "${column}", "id") where status = 'published';`)
    }
  }

  override down(): void | Promise<void> {
    for (const column of ['published_at', 'updated_at', 'created_at']) {
      this.addSql(`drop index "post_feed_${column.replace('_', '')}_index";`)
    }
    this.addSql(`drop index "post_performer_id_published_at_id_index";`)
    this.addSql(`create index "post_performer_id_published_at_index" on "post" ("performer_id", "published_at");`)
  }
}
