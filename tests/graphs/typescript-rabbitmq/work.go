package work

import amqp "github.com/rabbitmq/amqp091-go"

func Listen() {
	conn, _ := amqp.Dial("amqp://localhost")
	ch, _ := conn.Channel()
	q, _ := ch.QueueDeclare("", false, false, true, false, nil)
	ch.QueueBind(q.Name, "order.#", "events", false, nil)
	messages, _ := ch.Consume(q.Name, "", true, false, false, false, nil)
	for range messages {
	}
}

func Tell(ch *amqp.Channel) {
	ch.Publish("events", "order.made", false, false, amqp.Publishing{})
}
