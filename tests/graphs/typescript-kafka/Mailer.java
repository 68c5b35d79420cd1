package shop;

public class Mailer {
    public void send(String to, String text) {}
}
